package io.tapline.server.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.HttpReply;
import io.tapline.server.testing.TaplineServer;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A claim of a material that comes late claims nothing. */
@TaplineServer
class AtlasClaimsTest extends AtlasOnServer {

  private static final String PAST = "2020-01-01T00:00:00Z";
  private static final String FUTURE = "2100-01-01T00:00:00Z";

  private static void tooLate(HttpReply reply) {
    assertThat(reply.problem()).isEqualTo("CLAIM_TOO_LATE");
    assertThat(reply.status()).isEqualTo(409);
    assertThat(reply.json().path("field").asString()).isEqualTo("not_after");
  }

  private static void malformed(HttpReply reply) {
    assertThat(reply.problem()).isEqualTo("VALIDATION_FAILED");
    assertThat(reply.json().path("field").asString()).isEqualTo("not_after");
  }

  @Test
  void materials_are_not_taken_up_late_for_nobody_either() {
    var specimen =
        admin
            .post(ATLAS + "materials", Map.of("specimen_name", "S"))
            .ok()
            .path("specimen_euid")
            .asString();
    var item = ATLAS + "queues/extraction_prod/items/" + specimen;
    admin.post(item, Map.of()).ok();
    tooLate(admin.post(item + "/claim", Map.of("not_after", PAST)));
    malformed(admin.post(item + "/claim", Map.of("not_after", "soon")));
    admin.post(item + "/claim", Map.of("not_after", FUTURE)).ok();
  }
}
