package io.tapline.server.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import io.tapline.postgres.ScratchDatabase;
import io.tapline.server.Server;
import io.tapline.server.base.Ticker;
import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.HttpReply;
import io.tapline.server.testing.RawHttp;
import io.tapline.server.testing.TestTapline;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Out to an identity provider that really signs, and back. */
class OidcSignInTest {

  private static final String ME = "/api/v1/me";

  private static ScratchDatabase scratch;
  private static TestIssuer issuer;
  private static FrontDesk desk;
  private static Server server;
  private static HttpApi nobody;

  @BeforeAll
  static void start() throws IOException, JOSEException {
    scratch = TestTapline.migrated();
    issuer = new TestIssuer();
    desk = new FrontDesk(issuer);
    server = server(Map.of());
    nobody = new HttpApi(server.address(), null);
  }

  @AfterAll
  static void stop() {
    server.close();
    issuer.close();
    scratch.close();
  }

  @AfterEach
  void honestAgain() {
    desk.says(claims -> claims);
    desk.signsWith(null);
    issuer.tokenEndpoint(issuer.uri() + "/token");
    server.bean(Ticker.class).advance(Duration.ofMinutes(5));
  }

  private static Server server(Map<String, String> more) {
    var variables =
        new HashMap<>(
            Map.of(
                "TAPLINE_OIDC_ISSUER",
                issuer.uri().toString(),
                "TAPLINE_OIDC_CLIENT_ID",
                FrontDesk.CLIENT,
                "TAPLINE_OIDC_CLIENT_SECRET",
                FrontDesk.SECRET,
                "TAPLINE_OIDC_TENANT_CLAIM",
                "org",
                "TAPLINE_FAILED_LOGINS_PER_MINUTE",
                "1000000"));
    variables.putAll(more);
    return Server.start(
        new ChangedSettings(TestTapline.settings(scratch))
            .security(SecuritySettings.read(variables::get))
            .settings());
  }

  /** A browser that has been sent to the provider. */
  private record Out(URI provider, String cookie) {

    static Out of(HttpApi browser, String path) {
      var reply = browser.get(path);
      assertThat(reply.status()).as(reply.text()).isEqualTo(303);
      return new Out(URI.create(reply.header("Location")), SessionBrowser.cookie(reply));
    }

    Map<String, String> asked() {
      return FrontDesk.fields(provider.getRawQuery());
    }

    /** Back from the provider, which the person has agreed at. */
    HttpReply back() {
      return back(desk.visit(provider));
    }

    HttpReply back(URI address) {
      return nobody.with("Cookie", cookie).get(address.getRawPath() + "?" + address.getRawQuery());
    }
  }

  private static Out out() {
    return Out.of(nobody, "/login/oidc");
  }

  private static void assertProblem(HttpReply reply, String word) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(303);
    assertThat(reply.header("Location")).isEqualTo("/sign-in?problem=" + word);
    assertThat(reply.headers().allValues("Set-Cookie"))
        .noneMatch(cookie -> cookie.startsWith(SessionCookie.PLAIN));
  }

  /** The session that an answer sets; its other cookie forgets the sign-in that was under way. */
  private static String session(HttpReply reply) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    var cookies = reply.headers().allValues("Set-Cookie");
    assertThat(cookies)
        .anyMatch(cookie -> cookie.matches("tapline_sign_in=;.*Max-Age=0.*SameSite=Lax"));
    return cookies.stream()
        .filter(cookie -> cookie.startsWith(SessionCookie.PLAIN))
        .map(cookie -> cookie.substring(0, cookie.indexOf(';')))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void out_with_state_nonce_and_challenge_and_back_with_a_session() {
    var out = Out.of(nobody, "/login/oidc?next=/queues/a%253Fb%3Ftab%3Dheld");
    assertThat(out.provider().toString()).startsWith(issuer.uri() + "/authorize?");
    assertThat(out.asked())
        .containsEntry("lab", "1")
        .containsEntry("response_type", "code")
        .containsEntry("client_id", FrontDesk.CLIENT)
        .containsEntry("scope", "openid profile")
        .containsEntry("redirect_uri", server.address() + "/login/oidc/callback")
        .containsEntry("code_challenge_method", "S256")
        .doesNotContainKey("prompt");
    assertThat(out.asked().get("state")).hasSizeGreaterThan(40);
    assertThat(out.asked().get("nonce")).isNotEqualTo(out.asked().get("state"));
    var reply = out.back();
    // A page, not a redirect, which would be the provider's and lose the strict cookie.
    assertThat(reply.text()).contains("url=/queues/a%3Fb?tab=held\"").doesNotContain("<script");
    var me = nobody.with("Cookie", session(reply)).get(ME).ok();
    assertThat(me.path("principal").asString()).startsWith("oidc:ada@");
    assertThat(me.path("tenant").asString()).isEqualTo("acme");
    assertThat(me.path("roles").toString()).isEqualTo("[\"operator\"]");
    // The ID token ends in five minutes; a shift does not.
    assertThat(Instant.parse(me.path("expires_at").asString()))
        .isAfter(Instant.now().plus(Duration.ofHours(11)));
  }

  @Test
  void who_signs_in_after_a_sign_out_is_asked_anew() {
    assertThat(Out.of(nobody, "/login/oidc?afresh=true").asked()).containsEntry("prompt", "login");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "//evil.example",
        "/%5Cevil.example",
        "https:%2F%2Fevil.example",
        "javascript:alert(1)",
        "/%22%3E%3Cscript%3E",
        "/%0D%0ASet-Cookie:x",
        "/login/oidc",
        "/sign-in?x"
      })
  void it_leads_to_no_other_place(String next) {
    var reply = Out.of(nobody, "/login/oidc?next=" + next).back();
    assertThat(reply.text()).contains("content=\"0; url=/\"");
  }

  @Test
  void what_is_no_query_is_refused_and_a_sign_in_is_not_begun() {
    assertThat(nobody.get("/login/oidc?next=%ff").problem()).isEqualTo("VALIDATION_FAILED");
    assertThat(nobody.get("/login/oidc/callback?code=%ff").problem())
        .isEqualTo("VALIDATION_FAILED");
  }

  @Test
  void only_the_browser_that_began_can_finish_and_only_what_it_began() {
    var mine = out();
    var theirs = out();
    var theirAnswer = desk.visit(theirs.provider());
    assertProblem(mine.back(theirAnswer), "stale");
    assertProblem(nobody.get(theirAnswer.getRawPath() + "?" + theirAnswer.getRawQuery()), "stale");
    assertProblem(mine.back(URI.create("/login/oidc/callback?code=x")), "stale");
    var elsewhere = theirAnswer.toString().replaceAll("iss=.*", "iss=https%3A%2F%2Fid.example");
    assertProblem(theirs.back(URI.create(elsewhere)), "stale");
    session(theirs.back(theirAnswer));
    // The code again, with everything else right.
    assertProblem(theirs.back(theirAnswer), "unknown");
  }

  @Test
  void a_code_is_worth_nothing_with_another_verifier() {
    var one = out();
    var two = out();
    var code = desk.visit(one.provider()).getRawQuery().replaceAll("&state=.*", "");
    var mixed = URI.create("/login/oidc/callback?" + code + "&state=" + two.asked().get("state"));
    assertProblem(two.back(mixed), "unknown");
  }

  @Test
  void a_provider_that_says_no_is_a_page_that_says_so() {
    var out = Out.of(nobody, "/login/oidc?next=/holds");
    var reply =
        out.back(
            URI.create(
                "/login/oidc/callback?error=access_denied&error_description=%3Cb%3E&state="
                    + out.asked().get("state")));
    assertThat(reply.header("Location")).isEqualTo("/sign-in?problem=denied&next=%2Fholds");
  }

  @Test
  void an_id_token_must_be_the_answer_for_us_in_time_and_signed() throws JOSEException {
    desk.says(claims -> claims.claim("nonce", "another"));
    assertProblem(out().back(), "unknown");
    desk.says(claims -> claims.claim("nonce", null));
    assertProblem(out().back(), "unknown");
    desk.says(claims -> claims.audience("another"));
    assertProblem(out().back(), "unknown");
    desk.says(claims -> claims.claim("azp", "another"));
    assertProblem(out().back(), "unknown");
    desk.says(claims -> claims.issuer("https://id.example"));
    assertProblem(out().back(), "unknown");
    desk.says(claims -> claims.expirationTime(Date.from(Instant.now().minusSeconds(90))));
    assertProblem(out().back(), "unknown");
    desk.says(claims -> claims);
    desk.signsWith(TestIssuer.rsa("k1"));
    assertProblem(out().back(), "unknown");
    desk.signsWith(null);
    desk.says(
        claims -> claims.audience(List.of(FrontDesk.CLIENT, "x")).claim("azp", FrontDesk.CLIENT));
    session(out().back());
  }

  @Test
  void someone_without_a_tenant_or_a_role_is_told_so() {
    desk.says(claims -> claims.claim("org", "nowhere"));
    assertProblem(out().back(), "unknown");
    desk.says(claims -> claims.claim("roles", List.of("king")));
    assertProblem(out().back(), "no-role");
  }

  @Test
  void no_secret_goes_where_there_is_no_tls_or_no_provider() {
    var out = out();
    server.bean(Ticker.class).advance(Duration.ofMinutes(5));
    issuer.tokenEndpoint("http://id.example/token");
    assertProblem(out.back(), "unavailable");
    issuer.tokenEndpoint(issuer.uri() + "/keys");
    server.bean(Ticker.class).advance(Duration.ofMinutes(5));
    assertProblem(out().back(), "unavailable");
  }

  @Test
  void behind_a_proxy_the_way_back_is_the_public_one_and_the_cookie_stays_within_tls() {
    try (var there =
        server(
            Map.of(
                "TAPLINE_PUBLIC_URL", "https://tapline.example.com",
                "TAPLINE_OIDC_CLIENT_SECRET", "wrong",
                "TAPLINE_OIDC_SCOPE", "openid groups"))) {
      var browser = new HttpApi(there.address(), null);
      var reply = browser.get("/login/oidc");
      assertThat(reply.header("Set-Cookie"))
          .startsWith(PendingSignIn.SECURE)
          .contains("Secure", "HttpOnly", "SameSite=Lax", "Path=/");
      var out = Out.of(browser, "/login/oidc");
      assertThat(out.asked())
          .containsEntry("redirect_uri", "https://tapline.example.com/login/oidc/callback")
          .containsEntry("scope", "openid groups");
      // The provider does not know this client: that is the server's fault, not the person's.
      var back = desk.visit(out.provider());
      var answer =
          browser.with("Cookie", out.cookie()).get(back.getRawPath() + "?" + back.getRawQuery());
      assertProblem(answer, "unavailable");
      // Anyone on a neighbouring host can set a cookie of the plain name.
      var plain = out.cookie().replace(PendingSignIn.SECURE, PendingSignIn.PLAIN);
      assertProblem(
          browser.with("Cookie", plain).get(back.getRawPath() + "?" + back.getRawQuery()), "stale");
    }
  }

  @Test
  void the_way_back_does_not_follow_from_the_host_header_of_a_stranger() throws Exception {
    var request = "GET /login/oidc HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n";
    var answer = RawHttp.send(server.port(), request.getBytes(StandardCharsets.US_ASCII));
    assertThat(answer.status()).isEqualTo(303);
    assertThat(answer.headers().get("location")).isEqualTo("/sign-in?problem=unavailable");
  }

  @Test
  void behind_tls_a_session_cookie_of_the_plain_name_is_ignored() {
    try (var there = server(Map.of("TAPLINE_PUBLIC_URL", "https://tapline.example.com"))) {
      var browser = new HttpApi(there.address(), null);
      var reply = browser.post("/login", Map.of("token", "acme-operator"));
      assertThat(reply.header("Set-Cookie")).startsWith(SessionCookie.SECURE);
      var cookie = SessionBrowser.cookie(reply);
      assertThat(browser.with("Cookie", cookie).get("/api/v1/me").status()).isEqualTo(200);
      var plain = cookie.replace(SessionCookie.SECURE, SessionCookie.PLAIN);
      assertThat(browser.with("Cookie", plain).get("/api/v1/me").status()).isEqualTo(401);
    }
  }
}
