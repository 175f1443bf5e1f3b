package io.tapline.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.model.Role;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointTable;
import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.Reply;
import io.tapline.server.testing.TestTapline;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Every endpoint of the table, with every role, with no token and with a wrong one. */
class RoleMatrixTest {

  private static final Map<Role, String> TOKENS =
      Map.of(
          Role.ADMIN, "acme-admin",
          Role.OPERATOR, "acme-operator",
          Role.WORKER_SERVICE, "acme-service",
          Role.WORKER_HUMAN, "acme-human");

  private static TestTapline tapline;

  @BeforeAll
  static void start() {
    tapline = TestTapline.start();
  }

  @AfterAll
  static void stop() {
    tapline.close();
  }

  private static List<Endpoint> endpoints() {
    return tapline.server().bean(EndpointTable.class).endpoints();
  }

  private static Reply call(HttpApi who, Endpoint endpoint) {
    var path = endpoint.path().replaceAll("\\{[^}]*}", "unknown");
    var body = endpoint.body() == null ? null : "{}".getBytes(StandardCharsets.UTF_8);
    return who.send(endpoint.method().name(), path, body);
  }

  @Test
  void only_the_roles_of_the_table_get_past_the_door() {
    var wrong = new ArrayList<String>();
    for (var endpoint : endpoints()) {
      for (var role : Role.values()) {
        var reply = call(tapline.as(TOKENS.get(role)), endpoint);
        boolean allowed = endpoint.access().open() || endpoint.access().roles().contains(role);
        boolean refused = reply.status() == 403;
        if (refused == allowed || reply.status() == 401 || reply.status() >= 500) {
          wrong.add(endpoint + " as " + role + ": " + reply.status());
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void nobody_without_a_token_gets_anywhere_but_where_it_is_open() {
    var wrong = new ArrayList<String>();
    for (var endpoint : endpoints()) {
      for (var token : new String[] {null, "acme-nobody", ""}) {
        var reply = call(tapline.as(token), endpoint);
        boolean refused = reply.status() == 401;
        if (refused == endpoint.access().open()) {
          wrong.add(endpoint + " with " + token + ": " + reply.status());
        }
        if (refused && !"Bearer".equals(reply.header("WWW-Authenticate"))) {
          wrong.add(endpoint + " does not say how to come in");
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void only_health_and_the_way_in_are_open() {
    assertThat(endpoints().stream().filter(e -> e.access().open()).map(Endpoint::path))
        .containsExactlyInAnyOrder(
            "/health",
            "/health/ready",
            "/login",
            "/login",
            // Signed instead of authenticated.
            "/api/v1/external/callbacks/{queue_key}");
  }
}
