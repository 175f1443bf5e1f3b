package io.tapline.server.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ClaimAnswer;
import io.tapline.engine.Engine;
import io.tapline.engine.command.Claim;
import io.tapline.engine.command.CloseSession;
import io.tapline.engine.command.Command;
import io.tapline.engine.command.OpenSession;
import io.tapline.engine.command.RequestMeta;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.Refusal;
import io.tapline.engine.model.Role;
import io.tapline.engine.pipeline.ActionListener;
import io.tapline.server.Server;
import io.tapline.server.base.Ticker;
import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** People log in with a token, keep a cookie, and are safe from other people's pages. */
@TaplineServer
class SessionTest {

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
  void a_login_gives_a_cookie_that_is_the_same_person() {
    var reply = tapline.as(null).post("/login", Map.of("token", "acme-operator"));
    assertThat(reply.header("Set-Cookie"))
        .startsWith("tapline_session=tapline.acme.")
        .contains("; Path=/")
        .contains("; HttpOnly")
        .contains("; SameSite=Strict")
        .doesNotContain("Secure")
        .doesNotContain("Domain");
    var me = tapline.as(null).with("Cookie", SessionBrowser.cookie(reply)).get(ME).ok();
    var token = tapline.as("acme-operator").get(ME).ok();
    assertThat(me.path("principal")).isEqualTo(token.path("principal"));
    assertThat(me.path("roles")).isEqualTo(token.path("roles"));
    assertThat(me.path("tenant").asString()).isEqualTo("acme");
    assertThat(me.path("proof").asString()).isEqualTo("SESSION");
    assertThat(token.has("csrf_token")).isFalse();
    assertThat(me.path("csrf_token").asString()).hasSize(64);
  }

  @Test
  void a_session_that_is_ended_while_it_is_opened_is_refused() {
    var engine = tapline.server().bean(Engine.class);
    var once = new AtomicBoolean(true);
    engine.listen(
        new ActionListener() {
          @Override
          public void carriedOut(
              Caller caller,
              List<? extends Command> commands,
              List<ItemOutcome> outcomes,
              Duration took) {
            if (commands.get(0) instanceof OpenSession && once.getAndSet(false)) {
              var admin = new Caller(caller.tenantId(), "ada", Set.of(Role.ADMIN));
              var end =
                  CloseSession.everyOneOf(
                      RequestMeta.key(TenantApi.unique("k")), caller.principal(), "out");
              engine.execute(admin, end);
            }
          }

          @Override
          public void claimed(
              Caller caller, Claim command, ClaimAnswer answer, Refusal refusal, Duration took) {
            // Nobody claims here.
          }
        });
    var reply = tapline.as(null).post("/login", Map.of("token", "acme-operator"));
    assertThat(reply.status()).isEqualTo(401);
    assertThat(reply.problem()).isEqualTo("UNAUTHENTICATED");
    assertThat(reply.header("Set-Cookie")).isNull();
  }

  @Test
  void a_session_may_do_what_its_person_may() {
    var lab = new TenantApi(tapline, "acme");
    var subject = lab.enqueue(lab.queue());
    var page = login("acme-operator").page();
    page.post(
            "actions/hold",
            TenantApi.body("subject_euid", subject, "reason", "look", "hold_code", "QC"))
        .ok();
    assertThat(lab.state(subject)).isEqualTo("HELD");
    assertThat(page.get("/api/v1/tokens").problem()).isEqualTo("FORBIDDEN");
  }

  @Test
  void a_call_that_changes_something_needs_the_csrf_token() {
    var lab = new TenantApi(tapline, "acme");
    var subject = lab.enqueue(lab.queue());
    var browser = login("acme-operator");
    var hold = TenantApi.body("subject_euid", subject, "reason", "look", "hold_code", "QC");
    var path = "actions/hold";
    assertThat(browser.bare().post(path, hold).problem()).isEqualTo("CSRF_REFUSED");
    for (var wrong : List.of("", "x", login("acme-operator").csrf(), browser.csrf() + "0")) {
      assertThat(browser.bare().with("X-CSRF-Token", wrong).post(path, hold).problem())
          .isEqualTo("CSRF_REFUSED");
    }
    assertThat(browser.bare().send("POST", "/logout", null).problem()).isEqualTo("CSRF_REFUSED");
    assertThat(lab.state(subject)).isEqualTo("READY");
    browser.page().post(path, hold).ok();
  }

  @Test
  void a_page_of_another_origin_gets_nowhere_even_with_the_token() {
    var browser = login("acme-operator");
    var host = tapline.address().getAuthority();
    for (var origin :
        List.of("https://evil.example", "null", "http://" + host + ".evil.example", "http://x")) {
      var evil = browser.page().with("Origin", origin);
      assertThat(evil.send("POST", "/logout", null).problem()).isEqualTo("CSRF_REFUSED");
      assertThat(
              tapline
                  .as(null)
                  .with("Origin", origin)
                  .post("/login", Map.of("token", "acme-operator"))
                  .problem())
          .isEqualTo("CSRF_REFUSED");
    }
    var form = browser.bare().with("Content-Type", "application/x-www-form-urlencoded");
    assertThat(form.send("POST", "/login", "token=acme-operator".getBytes()).problem())
        .isEqualTo("UNSUPPORTED_MEDIA_TYPE");
    browser.page().with("Origin", "http://" + host).send("POST", "/logout", null).ok();
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

  @Test
  void a_cookie_is_no_token_and_a_token_no_cookie() {
    var browser = login("acme-operator");
    var text = browser.cookie().substring(browser.cookie().indexOf('=') + 1);
    assertThat(tapline.as(text).get(ME).problem()).isEqualTo("UNAUTHENTICATED");
    var stored =
        tapline
            .as("acme-admin")
            .post(
                "/api/v1/tokens",
                TenantApi.body("name", "bob", "roles", List.of("operator"), "reason", "for Bob"))
            .ok()
            .path("token")
            .asString();
    assertThat(tapline.as(null).with("Cookie", "tapline_session=" + stored).get(ME).problem())
        .isEqualTo("UNAUTHENTICATED");
  }

  @Test
  void a_wrong_token_is_not_made_up_for_by_a_cookie() {
    var browser = login("acme-operator");
    var both = new HttpApi(tapline.address(), "acme-nobody").with("Cookie", browser.cookie());
    assertThat(both.get(ME).problem()).isEqualTo("UNAUTHENTICATED");
  }

  @Test
  void logins_and_logouts_are_evidence() {
    login("acme-human").page().send("POST", "/logout", null).ok();
    assertThat(DatabaseDump.read(tapline))
        .contains("\"action_key\": \"open_session\"")
        .contains("\"action_key\": \"close_session\"")
        .contains("login with a token");
  }

  @Test
  void a_login_says_what_is_wrong_with_it() {
    var nobody = tapline.as(null);
    assertThat(nobody.post("/login", Map.of("token", "wrong")).problem())
        .isEqualTo("UNAUTHENTICATED");
    assertThat(nobody.post("/login", Map.of()).field()).isEqualTo("token");
    assertThat(nobody.post("/login", Map.of("token", 5)).field()).isEqualTo("token");
    assertThat(nobody.post("/login", List.of()).field()).isEqualTo("token");
    assertThat(nobody.get("/login").field()).isEqualTo("code");
    assertThat(nobody.get("/login?code=wrong").problem()).isEqualTo("UNAUTHENTICATED");
    var browser = new HttpApi(tapline.address(), null).with("Accept", "text/html,*/*");
    var sent = browser.get("/login?code=wrong");
    assertThat(sent.status()).isEqualTo(303);
    assertThat(sent.header("Location")).isEqualTo("/sign-in?problem=link");
  }

  private static final String SESSIONS = "/api/v1/sessions";

  private static List<String> listed(HttpApi who, String query) {
    var euids = new ArrayList<String>();
    who.get(SESSIONS + query).ok().path("items").forEach(s -> euids.add(euid(s)));
    return euids;
  }

  private static String euid(JsonNode session) {
    return session.path("session_euid").asString();
  }

  private static String current(SessionBrowser browser) {
    for (var session : browser.bare().get(SESSIONS).ok().path("items")) {
      if (session.path("current").asBoolean()) {
        return euid(session);
      }
    }
    throw new AssertionError("no session is the current one");
  }

  @Test
  void people_see_their_own_sessions_and_administrators_all() {
    var mine = login("acme-human");
    var other = login("acme-operator");
    var own = current(mine);
    assertThat(listed(mine.bare(), "")).contains(own).doesNotContain(current(other));
    assertThat(listed(tapline.as("acme-admin"), "?limit=500")).contains(own, current(other));
    var principal = mine.bare().get(ME).ok().path("principal").asString();
    assertThat(listed(tapline.as("acme-admin"), "?principal=" + principal))
        .contains(own)
        .doesNotContain(current(other));
    assertThat(other.bare().get(SESSIONS + "?principal=" + principal).problem())
        .isEqualTo("FORBIDDEN");
    assertThat(listed(tapline.as("other-admin"), "?limit=500")).doesNotContain(own);
    assertThat(tapline.as("acme-admin").get(SESSIONS + "?limit=500").ok().toString())
        .doesNotContain("sha256");
  }

  @Test
  void a_session_is_ended_by_its_person_or_an_administrator_and_nobody_else() {
    var laptop = login("acme-operator");
    var bench = login("acme-operator");
    var revoke = SESSIONS + "/" + current(laptop) + "/revoke";
    var stranger = login("acme-human").page();
    assertThat(stranger.post(revoke, TenantApi.body("reason", "mischief")).problem())
        .isEqualTo("NOT_FOUND");
    assertThat(tapline.as("other-admin").post(revoke, TenantApi.body("reason", "x")).problem())
        .isEqualTo("NOT_FOUND");
    var body =
        TenantApi.body("reason", "left at the bench", "idempotency_key", TenantApi.unique("k"));
    var reply = bench.page().post(revoke, body);
    assertThat(reply.ok().path("status").asString()).isEqualTo("REVOKED");
    assertThat(reply.header("Set-Cookie")).as("another's cookie is not touched").isNull();
    assertThat(laptop.bare().get(ME).problem()).isEqualTo("UNAUTHENTICATED");
    assertThat(bench.page().post(revoke, body).ok().path("replayed").asBoolean()).isTrue();
    assertThat(bench.page().post(revoke, TenantApi.body("reason", "again")).problem())
        .isEqualTo("STATE_CONFLICT");
    var byAdmin = SESSIONS + "/" + current(bench) + "/revoke";
    assertThat(tapline.as("acme-admin").post(byAdmin, TenantApi.body("principal", "x")).field())
        .isEqualTo("principal");
    tapline.as("acme-admin").post(byAdmin, TenantApi.body("reason", "has left us")).ok();
    assertThat(bench.bare().get(ME).problem()).isEqualTo("UNAUTHENTICATED");
  }

  @Test
  void who_signs_out_everywhere_is_out_everywhere() {
    var here = login("acme-human");
    var there = login("acme-human");
    var someone = login("acme-operator");
    var all = SESSIONS + "/revoke-all";
    var principal = here.bare().get(ME).ok().path("principal").asString();
    assertThat(
            someone
                .page()
                .post(all, TenantApi.body("principal", principal, "reason", "mischief"))
                .problem())
        .isEqualTo("FORBIDDEN");
    var reply = here.page().post(all, TenantApi.body("reason", "lost my phone"));
    assertThat(reply.ok().path("ended").asInt()).isGreaterThanOrEqualTo(2);
    assertThat(reply.header("Set-Cookie")).startsWith("tapline_session=;").contains("Max-Age=0");
    assertThat(here.bare().get(ME).problem()).isEqualTo("UNAUTHENTICATED");
    assertThat(there.bare().get(ME).problem()).isEqualTo("UNAUTHENTICATED");
    someone.bare().get(ME).ok();
    var again = login("acme-human");
    tapline
        .as("acme-admin")
        .post(all, TenantApi.body("principal", principal, "reason", "has left us"))
        .ok();
    assertThat(again.bare().get(ME).problem()).isEqualTo("UNAUTHENTICATED");
  }
}
