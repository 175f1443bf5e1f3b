package io.tapline.server.security;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jwt.PlainJWT;
import io.tapline.api.Role;
import io.tapline.postgres.ScratchDatabase;
import io.tapline.server.Server;
import io.tapline.server.http.PermissionLog;
import io.tapline.server.security.OidcTokens.OidcPrincipal;
import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.HttpReply;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** JWTs that are really signed, with a key set that is really served. */
class OidcTest {

  private static final String ME = "/api/v1/me";
  private static final int SKEW = 60;

  private static ScratchDatabase scratch;
  private static TestIssuer issuer;
  private static Server server;

  @BeforeAll
  static void start() throws IOException, JOSEException {
    scratch = TestTapline.migrated();
    issuer = new TestIssuer();
    server = server(Map.of("TAPLINE_OIDC_TENANT_CLAIM", "org"));
  }

  @AfterAll
  static void stop() {
    server.close();
    issuer.close();
    scratch.close();
  }

  private static Server server(Map<String, String> more) {
    var variables =
        new java.util.HashMap<>(
            Map.of(
                "TAPLINE_OIDC_ISSUER",
                issuer.uri().toString(),
                "TAPLINE_OIDC_AUDIENCE",
                TestIssuer.AUDIENCE,
                "TAPLINE_FAILED_LOGINS_PER_MINUTE",
                "1000000"));
    variables.putAll(more);
    return Server.start(
        new ChangedSettings(TestTapline.settings(scratch))
            .security(SecuritySettings.read(variables::get))
            .settings());
  }

  private static HttpReply me(Server at, String token) {
    return new HttpApi(at.address(), token).get(ME);
  }

  private static HttpReply me(String token) {
    return me(server, token);
  }

  private static void assertRefused(String token) {
    assertThat(me(token).problem()).isEqualTo("UNAUTHENTICATED");
  }

  @Test
  void a_signed_token_says_who_where_and_what() {
    var me = me(issuer.token()).ok();
    assertThat(me.path("principal").asString())
        .isEqualTo("oidc:ada@" + issuer.uri().getAuthority());
    assertThat(me.path("tenant").asString()).isEqualTo("acme");
    assertThat(me.path("roles").toString()).isEqualTo("[\"operator\"]");
    assertThat(me.path("proof").asString()).isEqualTo("OIDC");
    var theirs = me(issuer.token(claims -> claims.claim("org", "other"))).ok();
    assertThat(theirs.path("tenant").asString()).isEqualTo("other");
  }

  @Test
  void it_can_work() {
    var queue = TenantApi.unique("queue");
    var templates = List.of("data/execution/task/1.0");
    new HttpApi(server.address(), "acme-admin")
        .post(
            "actions/create-queue",
            TenantApi.body("queue_key", queue, "subject_template_codes", templates))
        .ok();
    var reply =
        new HttpApi(server.address(), issuer.token())
            .post(
                "actions/enqueue",
                TenantApi.body("queue_key", queue, "template_code", "data/execution/task/1.0"));
    assertThat(reply.ok().path("subject_euid").isString()).isTrue();
  }

  @Test
  void someone_elses_signature_is_worth_nothing() throws JOSEException {
    assertRefused(TestIssuer.sign(TestIssuer.rsa("k1"), issuer.claims().build()));
    assertRefused(TestIssuer.sign(TestIssuer.rsa("stranger"), issuer.claims().build()));
    var good = issuer.token();
    assertRefused(good.substring(0, good.lastIndexOf('.') + 1));
    assertRefused(good.substring(0, good.length() - 6) + "AAAAAA");
  }

  @Test
  void no_signature_and_one_made_with_the_public_key_are_worth_nothing() throws JOSEException {
    var claims = issuer.claims().build();
    assertRefused(new PlainJWT(claims).serialize());
    var publicKey = issuer.key().toRSAKey().toPublicJWK();
    for (var secret :
        List.of(
            publicKey.toRSAPublicKey().getEncoded(),
            publicKey.toJSONString().getBytes(java.nio.charset.StandardCharsets.UTF_8))) {
      assertRefused(
          TestIssuer.sign(
              JWSAlgorithm.HS256,
              JOSEObjectType.JWT,
              publicKey.getKeyID(),
              new MACSigner(secret),
              claims));
    }
  }

  @Test
  void what_is_meant_for_others_or_by_others_is_worth_nothing() throws JOSEException {
    assertRefused(issuer.token(claims -> claims.audience("another")));
    assertRefused(issuer.token(claims -> claims.audience((String) null)));
    assertRefused(issuer.token(claims -> claims.issuer("https://id.example")));
    assertRefused(issuer.token(claims -> claims.issuer(null)));
    assertRefused(issuer.token(claims -> claims.subject(null)));
    assertRefused(issuer.token(claims -> claims.expirationTime(null)));
    assertRefused(
        TestIssuer.sign(
            JWSAlgorithm.RS256,
            new JOSEObjectType("logout+jwt"),
            issuer.key().getKeyID(),
            new RSASSASigner(issuer.key().toRSAKey()),
            issuer.claims().build()));
    me(issuer.token(claims -> claims.audience(List.of("another", TestIssuer.AUDIENCE)))).ok();
  }

  @Test
  void time_matters_but_for_the_clocks_difference() {
    var now = Instant.now();
    assertRefused(issuer.token(c -> c.expirationTime(Date.from(now.minusSeconds(SKEW + 30)))));
    me(issuer.token(c -> c.expirationTime(Date.from(now.minusSeconds(SKEW - 30))))).ok();
    assertRefused(issuer.token(c -> c.notBeforeTime(Date.from(now.plusSeconds(SKEW + 30)))));
    me(issuer.token(c -> c.notBeforeTime(Date.from(now.plusSeconds(SKEW - 30))))).ok();
  }

  @Test
  void a_tenant_that_is_not_there_lets_nobody_in() {
    assertRefused(issuer.token(claims -> claims.claim("org", "nobody")));
    assertRefused(issuer.token(claims -> claims.claim("org", null)));
    assertRefused(issuer.token(claims -> claims.claim("org", List.of("acme"))));
  }

  @Test
  void a_login_that_is_refused_for_want_of_a_role_names_who_it_was() {
    var log = new ListAppender<ILoggingEvent>();
    var logger = (Logger) LoggerFactory.getLogger(PermissionLog.class);
    log.start();
    logger.addAppender(log);
    try {
      var none = issuer.token(claims -> claims.claim("roles", List.of("king")));
      var reply = new HttpApi(server.address(), null).post("/login", Map.of("token", none));
      assertThat(reply.problem()).isEqualTo("FORBIDDEN");
    } finally {
      logger.detachAppender(log);
    }
    assertThat(log.list).hasSize(1);
    assertThat(log.list.get(0).getFormattedMessage())
        .contains("POST /login by oidc:ada@", "of tenant acme", "FORBIDDEN");
  }

  @Test
  void roles_that_are_not_ours_give_no_rights() {
    var none = issuer.token(claims -> claims.claim("roles", List.of("king", "ADMIN")));
    assertThat(me(none).problem()).isEqualTo("FORBIDDEN");
    assertThat(me(issuer.token(claims -> claims.claim("roles", null))).problem())
        .isEqualTo("FORBIDDEN");
    var many = me(issuer.token(claims -> claims.claim("roles", "operator worker_human"))).ok();
    assertThat(many.path("roles").toString()).isEqualTo("[\"worker_human\",\"operator\"]");
    assertThat(new HttpApi(server.address(), none).post("/login", Map.of("token", none)).problem())
        .isEqualTo("FORBIDDEN");
  }

  @Test
  void claims_are_mapped_and_may_lie_deeper_and_a_file_may_hold_the_keys(@TempDir Path folder)
      throws IOException {
    var file = Files.writeString(folder.resolve("keys.json"), issuer.keySet());
    try (var mapped =
        server(
            Map.of(
                "TAPLINE_OIDC_JWKS_URI", file.toUri().toString(),
                "TAPLINE_OIDC_ROLE_CLAIM", "realm_access.roles",
                "TAPLINE_OIDC_ROLES", "lab-heads=admin+operator;bench=worker_human",
                "TAPLINE_OIDC_TENANT_CLAIM", "https://id.example/org",
                "TAPLINE_OIDC_TENANTS", "Acme Inc.=acme;New Lab=newlab"))) {
      var token =
          issuer.token(
              claims ->
                  claims
                      .claim("https://id.example/org", "New Lab")
                      .claim("realm_access", Map.of("roles", List.of("lab-heads", "admin"))));
      var me = me(mapped, token).ok();
      assertThat(me.path("tenant").asString()).isEqualTo("newlab");
      assertThat(me.path("roles").toString()).isEqualTo("[\"operator\",\"admin\"]");
      var unmapped = issuer.token(claims -> claims.claim("https://id.example/org", "acme"));
      assertThat(me(mapped, unmapped).problem()).isEqualTo("UNAUTHENTICATED");
    }
  }

  @Test
  void new_keys_are_learned_and_old_ones_do_not_stay() throws IOException, JOSEException {
    try (var own = new TestIssuer();
        var there =
            server(
                Map.of(
                    "TAPLINE_OIDC_ISSUER", own.uri().toString(), "TAPLINE_OIDC_TENANT", "acme"))) {
      var old = own.token();
      me(there, old).ok();
      var next = TestIssuer.ec("k2");
      own.rotateTo(next);
      me(there, TestIssuer.sign(next, own.claims().build())).ok();
      assertThat(me(there, old).problem()).isEqualTo("UNAUTHENTICATED");
      // Made-up key names do not make us ask the issuer each time.
      int before = own.timesAsked();
      for (int i = 0; i < 20; i++) {
        me(there, TestIssuer.sign(TestIssuer.ec("made-up-" + i), own.claims().build()));
      }
      assertThat(own.timesAsked() - before).isLessThan(5);
    }
  }

  @Test
  void an_issuer_that_is_another_or_away_opens_nothing_and_does_not_stop_the_server()
      throws IOException, JOSEException {
    try (var own = new TestIssuer();
        var there =
            server(
                Map.of(
                    "TAPLINE_OIDC_ISSUER", own.uri().toString(), "TAPLINE_OIDC_TENANT", "acme"))) {
      own.pretendToBe("https://id.example");
      assertThat(me(there, own.token()).status()).isEqualTo(503);
      new HttpApi(there.address(), "acme-admin").get(ME).ok();
    }
  }

  @Test
  void a_person_logs_in_with_it_and_no_longer_than_it_lasts() {
    var browser = SessionBrowser.login(server.address(), issuer.token());
    var me = browser.page().get(ME).ok();
    assertThat(me.path("principal").asString()).startsWith("oidc:ada@");
    assertThat(Instant.parse(me.path("expires_at").asString()))
        .isBefore(Instant.now().plusSeconds(301));
  }

  @Test
  void two_issuers_have_two_adas_and_long_names_are_shortened_without_meeting() {
    var one = OidcPrincipal.of(java.net.URI.create("https://a.example/x"), "ada");
    var two = OidcPrincipal.of(java.net.URI.create("https://b.example/x"), "ada");
    assertThat(one).isEqualTo("oidc:ada@a.example/x").isNotEqualTo(two);
    var uri = java.net.URI.create("https://a.example");
    assertThat(OidcPrincipal.of(uri, "x".repeat(300)))
        .hasSizeLessThan(200)
        .isNotEqualTo(OidcPrincipal.of(uri, "x".repeat(301)));
    assertThat(OidcPrincipal.of(uri, "a\nb")).doesNotContain("\n");
  }

  @Test
  void roles_by_name_when_nothing_is_mapped() {
    var settings = SecuritySettings.read(name -> VARIABLES.get(name)).oidc();
    assertThat(settings.rolesOf(List.of("admin", "king"))).isEqualTo(Set.of(Role.ADMIN));
  }

  private static final Map<String, String> VARIABLES =
      Map.of(
          "TAPLINE_OIDC_ISSUER", "https://id.example",
          "TAPLINE_OIDC_AUDIENCE", "tapline",
          "TAPLINE_OIDC_TENANT", "acme");
}
