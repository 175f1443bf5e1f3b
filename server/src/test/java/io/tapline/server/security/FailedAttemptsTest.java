package io.tapline.server.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.postgres.ScratchDatabase;
import io.tapline.postgres.TestServer;
import io.tapline.server.Server;
import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.TestTapline;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nobody can try many keys, and nobody else is kept out because someone tries. */
class FailedAttemptsTest {

  private static final int MOST = 5;
  private static final String ME = "/api/v1/me";

  private static ScratchDatabase scratch;
  private static Server server;

  @BeforeAll
  static void start() {
    scratch = TestServer.database();
    var security = new SecuritySettings(null, null, "127.0.0.1", MOST);
    server = Server.start(new Changed(TestTapline.settings(scratch)).security(security).settings());
  }

  @AfterAll
  static void stop() {
    server.close();
    scratch.close();
  }

  @BeforeEach
  void calm() {
    server.bean(Ticker.class).advance(Duration.ofMinutes(5));
  }

  private static HttpApi as(String token) {
    return new HttpApi(server.address(), token);
  }

  private static void exhaust(HttpApi guesser) {
    for (int i = 0; i < MOST; i++) {
      assertThat(guesser.get(ME).problem()).isEqualTo("UNAUTHENTICATED");
    }
  }

  @Test
  void after_a_few_wrong_ones_an_address_has_to_wait_and_is_told_how_long() {
    exhaust(as("wrong"));
    var refused = as("wrong").get(ME);
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.problem()).isEqualTo("RATE_LIMITED");
    // One of five in a minute comes back after twelve seconds, of which some have passed already.
    int told = refused.json().path("retry_after_seconds").asInt();
    assertThat(told).isBetween(1, 12);
    assertThat(refused.header("Retry-After")).isEqualTo(String.valueOf(told));
    server.bean(Ticker.class).advance(Duration.ofSeconds(told));
    assertThat(as("wrong").get(ME).problem()).isEqualTo("UNAUTHENTICATED");
    assertThat(as("wrong").get(ME).problem()).isEqualTo("RATE_LIMITED");
  }

  @Test
  void while_it_waits_a_right_guess_is_not_told_from_a_wrong_one() {
    exhaust(as("wrong"));
    assertThat(as("other-human").get(ME).problem()).isEqualTo("RATE_LIMITED");
    server.bean(Ticker.class).advance(Duration.ofMinutes(1));
    as("other-human").get(ME).ok();
  }

  @Test
  void who_had_come_in_before_goes_on() {
    as("acme-admin").get(ME).ok();
    var browser = Browser.login(server.address(), "acme-operator");
    exhaust(as("wrong"));
    as("acme-admin").get(ME).ok();
    browser.page().get(ME).ok();
    assertThat(as("wrong").get(ME).problem()).isEqualTo("RATE_LIMITED");
  }

  @Test
  void every_way_in_counts() {
    var nobody = as(null);
    nobody.post("/login", Map.of("token", "wrong"));
    nobody.get("/login?code=wrong");
    nobody.with("Cookie", "tapline_session=wrong").get(ME);
    as("tapline.acme.Z-KT-10." + Secret.draw()).get(ME);
    as("a.b.c").get(ME);
    assertThat(nobody.post("/login", Map.of("token", "wrong")).problem()).isEqualTo("RATE_LIMITED");
    assertThat(nobody.get("/login?code=wrong").problem()).isEqualTo("RATE_LIMITED");
  }

  @Test
  void no_credential_at_all_and_one_that_has_ended_are_no_guesses() {
    var browser = Browser.login(server.address(), "acme-operator");
    browser.page().send("POST", "/logout", null).ok();
    for (int i = 0; i < 2 * MOST; i++) {
      assertThat(as(null).get(ME).problem()).isEqualTo("UNAUTHENTICATED");
      assertThat(browser.bare().get(ME).problem()).isEqualTo("UNAUTHENTICATED");
    }
  }

  @Test
  void addresses_are_counted_apart_and_a_trusted_proxy_says_whose_it_is() {
    exhaust(as("wrong").with("X-Forwarded-For", "192.0.2.1"));
    assertThat(as("wrong").with("X-Forwarded-For", "192.0.2.1").get(ME).problem())
        .isEqualTo("RATE_LIMITED");
    // What the client wrote itself stands before what the proxy adds.
    assertThat(as("wrong").with("X-Forwarded-For", "192.0.2.7, 192.0.2.1").get(ME).problem())
        .isEqualTo("RATE_LIMITED");
    assertThat(as("wrong").with("X-Forwarded-For", "192.0.2.2").get(ME).problem())
        .isEqualTo("UNAUTHENTICATED");
    exhaust(as("wrong").with("X-Forwarded-For", "2001:db8:1:1::1"));
    assertThat(as("wrong").with("X-Forwarded-For", "2001:db8:1:1:5::9").get(ME).problem())
        .isEqualTo("RATE_LIMITED");
    assertThat(as("wrong").with("X-Forwarded-For", "2001:db8:1:2::1").get(ME).problem())
        .isEqualTo("UNAUTHENTICATED");
  }

  @Test
  void behind_tls_the_cookie_is_for_tls_only() {
    var reply =
        as(null)
            .with("X-Forwarded-For", "192.0.2.9")
            .with("X-Forwarded-Proto", "https")
            .post("/login", Map.of("token", "acme-operator"));
    assertThat(reply.header("Set-Cookie"))
        .startsWith("__Host-tapline_session=")
        .contains("; Secure")
        .contains("; Path=/")
        .doesNotContain("Domain");
    assertThat(reply.header("Strict-Transport-Security")).isEqualTo("max-age=31536000");
    as(null).with("Cookie", Browser.cookie(reply)).get(ME).ok();
  }

  @Test
  void memory_is_bounded_however_many_addresses_fail() {
    var limit = new FailureLimit(MOST, new Ticker());
    for (int i = 0; i < FailureLimit.MOST_ADDRESSES + 500; i++) {
      limit.failed("192.0.2." + i);
    }
    assertThat(limit.addresses()).isEqualTo(FailureLimit.MOST_ADDRESSES);
  }
}
