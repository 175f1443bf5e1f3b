package io.tapline.server.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.Server;
import io.tapline.server.base.Ticker;
import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A session ends when it is left, unused, old, or when its token is gone. */
@TaplineServer
class SessionLifeTest {

  private static final String ME = "/api/v1/me";

  private static TestTapline tapline;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
  }

  private static SessionBrowser login(String token) {
    return SessionBrowser.login(tapline.address(), token);
  }

  private static void later(Duration by) {
    tapline.advance(by);
    tapline.server().bean(Ticker.class).advance(StoredCredentials.BELIEVED);
  }

  @Test
  void a_logout_ends_the_session_and_clears_the_cookie() {
    var browser = login("acme-operator");
    var reply = browser.page().send("POST", "/logout", null);
    assertThat(reply.ok().path("logged_out").asBoolean()).isTrue();
    assertThat(reply.header("Set-Cookie")).startsWith("tapline_session=;").contains("Max-Age=0");
    assertThat(browser.bare().get(ME).problem()).isEqualTo("UNAUTHENTICATED");
    assertThat(tapline.as("acme-admin").send("POST", "/logout", null).problem())
        .isEqualTo("VALIDATION_FAILED");
  }

  @Test
  void a_session_ends_when_it_is_not_used() {
    var browser = login("acme-operator");
    later(LoginSessions.IDLE.minusMinutes(5));
    browser.bare().get(ME).ok();
    later(LoginSessions.IDLE.minusMinutes(5));
    browser.bare().get(ME).ok();
    later(LoginSessions.IDLE.plusMinutes(1));
    assertThat(browser.bare().get(ME).problem()).isEqualTo("UNAUTHENTICATED");
  }

  @Test
  void a_session_ends_in_the_end_however_much_it_is_used() {
    var browser = login("acme-operator");
    for (int i = 0; i < 12; i++) {
      browser.bare().get(ME).ok();
      later(Duration.ofMinutes(59));
    }
    browser.bare().get(ME).ok();
    later(Duration.ofMinutes(13));
    assertThat(browser.bare().get(ME).problem()).isEqualTo("UNAUTHENTICATED");
  }

  @Test
  void another_server_of_the_same_database_knows_it_and_hears_of_its_end() {
    var browser = login("acme-operator");
    try (var second = Server.start(TestTapline.settings(tapline.scratch()))) {
      var there = browser.page(second.address());
      there.get(ME).ok();
      browser.page().send("POST", "/logout", null).ok();
      second.bean(Ticker.class).advance(StoredCredentials.BELIEVED);
      assertThat(there.get(ME).problem()).isEqualTo("UNAUTHENTICATED");
    }
  }

  @Test
  void a_session_of_a_token_that_is_no_longer_configured_is_worth_nothing() {
    var browser = login("acme-operator");
    var weaker = login("acme-admin");
    var settings =
        new ChangedSettings(TestTapline.settings(tapline.scratch()))
            .tokens("acme-admin=acme/operator");
    try (var second = Server.start(settings.settings())) {
      assertThat(browser.page(second.address()).get(ME).problem()).isEqualTo("UNAUTHENTICATED");
      // And one of a token that has fewer roles now has no more than it.
      assertThat(weaker.page(second.address()).get("/api/v1/tokens").problem())
          .isEqualTo("FORBIDDEN");
    }
  }

  @Test
  void servers_of_one_database_share_names_and_a_session_belongs_to_one_token() {
    var base = new ChangedSettings(TestTapline.settings(tapline.scratch()));
    var one = "ada:the-first-secret-of-ada=acme/operator;acme-admin=acme/admin";
    var two = "ada:another-secret-of-ada=acme/operator;acme-admin=acme/admin";
    try (var first = Server.start(base.tokens(one).settings());
        var second = Server.start(base.tokens(two).settings())) {
      var unnamed = me(tapline.address(), "acme-admin");
      assertThat(unnamed).startsWith("token-").isEqualTo(me(first.address(), "acme-admin"));
      assertThat(me(first.address(), "the-first-secret-of-ada")).isEqualTo("ada");
      assertThat(me(second.address(), "another-secret-of-ada")).isEqualTo("ada");

      var browser = SessionBrowser.login(first.address(), "the-first-secret-of-ada");
      assertThat(browser.page().get(ME).ok().path("principal").asString()).isEqualTo("ada");
      // The name went on, the token did not: the old one no longer opens anything.
      assertThat(browser.page(second.address()).get(ME).problem()).isEqualTo("UNAUTHENTICATED");
    }
  }

  private static String me(java.net.URI server, String token) {
    return new HttpApi(server, token).get(ME).ok().path("principal").asString();
  }

  @Test
  void a_session_ends_with_the_stored_token_that_opened_it() {
    var admin = tapline.as("acme-admin");
    var made =
        admin
            .post(
                "/api/v1/tokens",
                TenantApi.body("name", "ada", "roles", List.of("operator"), "reason", "for Ada"))
            .ok();
    var browser = login(made.path("token").asString());
    browser.bare().get(ME).ok();
    var path = "/api/v1/tokens/" + made.path("token_euid").asString() + "/revoke";
    admin.post(path, TenantApi.body("reason", "left")).ok();
    assertThat(browser.bare().get(ME).problem()).isEqualTo("UNAUTHENTICATED");
  }
}
