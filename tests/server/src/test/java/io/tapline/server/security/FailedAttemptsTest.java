package io.tapline.server.security;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.postgres.ScratchDatabase;
import io.tapline.server.Server;
import io.tapline.server.base.Ticker;
import io.tapline.server.http.ClientAddress;
import io.tapline.server.security.AuthenticationThrottle.FailureLimit;
import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.HttpReply;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.RandomSecret;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nobody can try many keys, and nobody else is kept out because someone tries. */
class FailedAttemptsTest {

  private static final int MOST = 5;
  private static final String ME = "/api/v1/me";

  private static ScratchDatabase scratch;
  private static Server server;

  @BeforeAll
  static void start() {
    scratch = TestTapline.migrated();
    var security = new SecuritySettings(null, null, "127.0.0.1", MOST, false);
    server =
        Server.start(
            new ChangedSettings(TestTapline.settings(scratch)).security(security).settings());
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
    var browser = SessionBrowser.login(server.address(), "acme-operator");
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
    as("tapline.acme.Z-KT-10." + RandomSecret.draw()).get(ME);
    as("a.b.c").get(ME);
    assertThat(nobody.post("/login", Map.of("token", "wrong")).problem()).isEqualTo("RATE_LIMITED");
    assertThat(nobody.get("/login?code=wrong").problem()).isEqualTo("RATE_LIMITED");
  }

  @Test
  void no_credential_at_all_and_one_that_has_ended_are_no_guesses() {
    var browser = SessionBrowser.login(server.address(), "acme-operator");
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
    // The address from the client comes before the one that the proxy adds.
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
  void an_address_is_the_same_however_a_proxy_spells_it() {
    exhaust(as("wrong").with("X-Forwarded-For", "2001:db8::1"));
    for (var spelling :
        List.of(
            "2001:DB8:0:0:0:0:0:1", "2001:db8:0:0:5::9", "[2001:db8::1]:4711", "[2001:db8::2]")) {
      assertThat(as("wrong").with("X-Forwarded-For", spelling).get(ME).problem())
          .as(spelling)
          .isEqualTo("RATE_LIMITED");
    }
    exhaust(as("wrong").with("X-Forwarded-For", "192.0.2.33"));
    for (var spelling : List.of("192.0.2.33:4711", "::ffff:192.0.2.33", "::FFFF:c000:221")) {
      assertThat(as("wrong").with("X-Forwarded-For", spelling).get(ME).problem())
          .as(spelling)
          .isEqualTo("RATE_LIMITED");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "::1, 0:0:0:0::/64",
    "0:0:0:0:0:0:0:1, 0:0:0:0::/64",
    "[::1]:80, 0:0:0:0::/64",
    "fe80::1%eth0, fe80:0:0:0::/64",
    "::ffff:127.0.0.1, 127.0.0.1",
    "127.0.0.1:9, 127.0.0.1",
    "999.0.0.1, 999.0.0.1",
    "1:2:3, 1:2:3",
    "Unknown, unknown",
    "_hidden, _hidden"
  })
  void one_address_is_one_text(String spelled, String text) {
    assertThat(ClientAddress.of(spelled)).isEqualTo(text);
  }

  private static HttpReply callback(String from, String queue, String secret) {
    var body = "{}";
    // The clock of the server's database, which is also that of the machine here.
    var timestamp = Long.toString(Instant.now().getEpochSecond());
    var signed = timestamp + ".acme." + queue + "." + body;
    return as(null)
        .with("X-Forwarded-For", from)
        .with("Tapline-Tenant", "acme")
        .with("Tapline-Timestamp", timestamp)
        .with("Tapline-Signature", "sha256=" + hmac(secret, signed))
        .send("POST", "/api/v1/external/callbacks/" + queue, body.getBytes(UTF_8));
  }

  private static String hmac(String secret, String text) {
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
      return HexFormat.of().formatHex(mac.doFinal(text.getBytes(UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void wrong_signatures_are_limited_by_address_and_queue_and_right_ones_still_pass() {
    var secret = "a secret of a cluster, forty long and more";
    var admin = as("acme-admin");
    var queue =
        TenantApi.body(
            "queue_key", "signed", "subject_template_codes", List.of("data/execution/task/1.0"));
    admin.post("actions/create-queue", queue).ok();
    admin
        .post(
            "actions/set-callback-secret",
            TenantApi.body("queue_key", "signed", "secret", secret, "reason", "a cluster"))
        .ok();
    // Signed rightly, if of nothing: the sender has proved itself.
    assertThat(callback("192.0.2.100", "signed", secret).problem()).isEqualTo("NOT_FOUND");

    for (int i = 0; i < MOST; i++) {
      assertThat(callback("192.0.2.101", "signed", "wrong").problem()).isEqualTo("UNAUTHENTICATED");
    }
    var refused = callback("192.0.2.101", "signed", secret);
    assertThat(refused.problem()).isEqualTo("RATE_LIMITED");
    assertThat(refused.header("Retry-After"))
        .isEqualTo(refused.json().path("retry_after_seconds").asString());
    // Unknown queues are no way round it.
    assertThat(callback("192.0.2.101", "no-such", "wrong").problem()).isEqualTo("RATE_LIMITED");

    // From many addresses at once: the queue has a limit of its own. On a slow machine some of it
    // comes back meanwhile.
    int ofQueue = SignatureAttempts.ADDRESSES * MOST;
    int wrong = MOST;
    while (callback("198.51.100." + wrong, "signed", "wrong").problem().equals("UNAUTHENTICATED")) {
      assertThat(wrong++).as("wrong signatures that were looked at").isLessThan(4 * ofQueue);
    }
    assertThat(wrong).isGreaterThanOrEqualTo(ofQueue);
    assertThat(callback("203.0.113.1", "other", "wrong").problem()).isEqualTo("UNAUTHENTICATED");
    assertThat(callback("192.0.2.100", "signed", secret).problem()).isEqualTo("NOT_FOUND");
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
    as(null).with("Cookie", SessionBrowser.cookie(reply)).get(ME).ok();
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
