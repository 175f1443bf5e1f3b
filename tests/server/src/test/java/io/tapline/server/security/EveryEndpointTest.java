package io.tapline.server.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.base.Ticker;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointTable;
import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.HttpReply;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;
import tools.jackson.databind.JsonNode;

/** Every endpoint of the table, with proofs whose time is over and with calls by cookie alone. */
@TaplineServer
class EveryEndpointTest {

  private static TestTapline tapline;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
  }

  private static Stream<Endpoint> guarded() {
    return tapline.server().bean(EndpointTable.class).endpoints().stream()
        .filter(endpoint -> !endpoint.access().open());
  }

  private static HttpReply call(HttpApi who, Endpoint endpoint) {
    var path = endpoint.path().replaceAll("\\{[^}]*}", "unknown");
    var body = endpoint.body() == null ? null : "{}".getBytes(StandardCharsets.UTF_8);
    return who.send(endpoint.method().name(), path, body);
  }

  private static JsonNode token(Object... more) {
    var body = TenantApi.body("name", "matrix", "roles", List.of("admin"), "reason", "a test");
    for (int i = 0; i < more.length; i += 2) {
      body.put((String) more[i], more[i + 1]);
    }
    return tapline.as("acme-admin").post("/api/v1/tokens", body).ok();
  }

  private static void assertNowhere(HttpApi who) {
    assertThat(
            guarded()
                .filter(
                    endpoint -> {
                      var reply = call(who, endpoint);
                      return reply.status() != 401 || !reply.problem().equals("UNAUTHENTICATED");
                    }))
        .isEmpty();
  }

  @Test
  void a_revoked_token_and_its_session_get_nowhere() {
    var made = token();
    var browser = SessionBrowser.login(tapline.address(), made.path("token").asString());
    tapline
        .as("acme-admin")
        .post(
            "/api/v1/tokens/" + made.path("token_euid").asString() + "/revoke",
            TenantApi.body("reason", "a test"))
        .ok();
    assertNowhere(tapline.as(made.path("token").asString()));
    assertNowhere(browser.page());
  }

  @Test
  void an_expired_token_and_an_old_session_get_nowhere() {
    var now = Instant.parse(token().path("created_at").asString());
    var made = token("expires_at", now.plusSeconds(3600).toString());
    var browser = SessionBrowser.login(tapline.address(), "acme-admin");
    tapline.advance(Duration.ofHours(13));
    tapline.server().bean(Ticker.class).advance(StoredCredentials.BELIEVED);
    assertNowhere(tapline.as(made.path("token").asString()));
    assertNowhere(browser.page());
  }

  @Test
  void nothing_can_be_changed_by_a_cookie_alone() {
    var browser = SessionBrowser.login(tapline.address(), "acme-admin");
    assertThat(
            guarded()
                .filter(endpoint -> endpoint.method() != HttpMethod.GET)
                .filter(
                    endpoint -> !call(browser.bare(), endpoint).problem().equals("CSRF_REFUSED")))
        .isEmpty();
  }
}
