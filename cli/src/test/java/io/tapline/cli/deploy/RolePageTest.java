package io.tapline.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointTable;
import io.tapline.server.testing.GrpcCalls;
import io.tapline.server.testing.RolePage;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TestTapline;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page of roles has exactly the endpoints of a server with all its doors. */
@TaplineServer
class RolePageTest {

  @Test
  void the_page_of_roles_has_every_endpoint_and_no_other(TestTapline tapline) {
    var there =
        tapline.server().bean(EndpointTable.class).endpoints().stream()
            .map(Endpoint::toString)
            .collect(Collectors.toSet());
    there.addAll(GrpcCalls.names());
    assertThat(RolePage.read().names()).containsExactlyInAnyOrderElementsOf(there);
  }
}
