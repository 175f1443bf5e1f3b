package io.tapline.server.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.Role;
import io.tapline.api.request.CloseSession;
import io.tapline.api.request.Command;
import io.tapline.api.request.OpenSession;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.Engine;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.pipeline.ActionListener;
import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** People log in with a token, keep a cookie, and are safe from other people's pages. */
@TaplineServer
class LoginTest {

  private static final String ME = "/api/v1/me";

  private static TestTapline tapline;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
  }

  private static SessionBrowser login(String token) {
    return SessionBrowser.login(tapline.address(), token);
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
        .contains("sign-in with a token");
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
}
