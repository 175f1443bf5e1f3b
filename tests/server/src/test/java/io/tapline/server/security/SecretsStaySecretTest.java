package io.tapline.server.security;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.read.ListAppender;
import io.tapline.postgres.ScratchDatabase;
import io.tapline.server.Server;
import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Through every way in, right and wrong, with all that Tapline logs: no secret is in the log. */
class SecretsStaySecretTest {

  private static final String ME = "/api/v1/me";
  private static final String STATIC = "a-configured-token-of-some-length";
  private static final String WRONG = "a-wrong-token-of-some-length";

  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final Logger ours = (Logger) LoggerFactory.getLogger("io.tapline");
  private final Logger all = (Logger) LoggerFactory.getLogger("ROOT");
  private final List<String> secrets = new ArrayList<>(List.of(STATIC, WRONG));

  @TempDir Path folder;

  /** Once more when a server has started: it sets the log up anew. */
  @BeforeEach
  void listen() {
    log.start();
    ours.setLevel(Level.TRACE);
    all.detachAppender(log);
    all.addAppender(log);
  }

  @AfterEach
  void stopListening() {
    all.detachAppender(log);
    ours.setLevel(null);
  }

  private static HttpApi as(Server server, String token) {
    return new HttpApi(server.address(), token);
  }

  private String secret(String text) {
    secrets.add(text.substring(text.lastIndexOf('.') + 1));
    return text;
  }

  @Test
  void no_secret_is_logged_or_kept() throws Exception {
    try (var scratch = TestTapline.migrated()) {
      configured(scratch);
      firstStart(scratch);
    }
    // Other tests in this JVM log no more into it.
    stopListening();
    var lines = log.list.stream().map(SecretsStaySecretTest::text).toList();
    assertThat(lines).anyMatch(line -> line.contains("FORBIDDEN"));
    assertThat(lines).anyMatch(line -> line.contains("CSRF_REFUSED"));
    assertThat(lines).anyMatch(line -> line.contains("was refused"));
    for (var secret : secrets) {
      assertThat(lines).noneMatch(line -> line.contains(secret));
    }
  }

  private void configured(ScratchDatabase scratch) throws Exception {
    try (var issuer = new TestIssuer()) {
      var security =
          SecuritySettings.read(
              Map.of(
                      "TAPLINE_OIDC_ISSUER",
                      issuer.uri().toString(),
                      "TAPLINE_OIDC_AUDIENCE",
                      TestIssuer.AUDIENCE,
                      "TAPLINE_OIDC_TENANT",
                      "acme",
                      "TAPLINE_OIDC_CLIENT_ID",
                      FrontDesk.CLIENT,
                      "TAPLINE_OIDC_CLIENT_SECRET",
                      FrontDesk.SECRET)
                  ::get);
      var settings =
          new ChangedSettings(TestTapline.settings(scratch))
              .tokens(STATIC + "=acme/admin")
              .security(security)
              .settings();
      if (!settings.database().password().isEmpty()) {
        secrets.add(settings.database().password());
      }
      try (var server = Server.start(settings)) {
        listen();
        assertThat(settings.toString()).doesNotContain(STATIC).doesNotContain(FrontDesk.SECRET);
        tokens(server);
        jwts(server, issuer);
        signIn(server, new FrontDesk(issuer));
      }
    }
  }

  private void tokens(Server server) {
    var made =
        as(server, STATIC)
            .post(
                "/api/v1/tokens",
                TenantApi.body("name", "robot", "roles", List.of("operator"), "reason", "work"))
            .ok();
    var token = secret(made.path("token").asString());
    as(server, token).get(ME).ok();
    as(server, token).get("/api/v1/tokens").problem();
    as(server, WRONG).get(ME).problem();
    as(server, token + "x").get(ME).problem();
    as(server, null).post("/login", Map.of("token", WRONG)).problem();
    as(server, null).get("/login?code=" + WRONG).problem();
    var browser = SessionBrowser.login(server.address(), token);
    secret(browser.cookie());
    secrets.add(browser.csrf());
    browser.bare().send("POST", "/logout", null).problem();
    browser.page().send("POST", "/logout", null).ok();
    browser.page().get(ME).problem();
    as(server, STATIC)
        .post(
            "/api/v1/tokens/" + made.path("token_euid").asString() + "/revoke",
            TenantApi.body("reason", "done"))
        .ok();
    as(server, token).get(ME).problem();
  }

  private void jwts(Server server, TestIssuer issuer) {
    as(server, secret(issuer.token())).get(ME).ok();
    as(server, secret(issuer.token(claims -> claims.audience("another")))).get(ME).problem();
    as(server, secret(issuer.token(claims -> claims.claim("roles", null)))).get(ME).problem();
    var browser = SessionBrowser.login(server.address(), issuer.token());
    secret(browser.cookie());
  }

  private void signIn(Server server, FrontDesk desk) {
    secrets.add(FrontDesk.SECRET);
    var out = as(server, null).get("/login/oidc");
    var cookie = SessionBrowser.cookie(out);
    // State, nonce and verifier.
    secrets.addAll(List.of(cookie.substring(cookie.indexOf('=') + 1).split("\\.")).subList(0, 3));
    var back = desk.visit(URI.create(out.header("Location")));
    secrets.add(FrontDesk.fields(back.getRawQuery()).get("code"));
    var path = back.getRawPath() + "?" + back.getRawQuery();
    var in = as(server, null).with("Cookie", cookie).get(path);
    secret(desk.lastToken());
    secret(SessionBrowser.cookie(in));
    as(server, null).with("Cookie", cookie).get(path);
    as(server, null).get(path);
  }

  private void firstStart(ScratchDatabase scratch) throws Exception {
    var settings =
        new ChangedSettings(TestTapline.settings(scratch)).tokens("").data(folder).settings();
    try (var server = Server.start(settings)) {
      listen();
      var token = secret(Files.readString(folder.resolve("admin-token")).strip());
      as(server, token).get(ME).ok();
    }
  }

  /** All of it: message, arguments and every exception. */
  private static String text(ILoggingEvent event) {
    var text = new StringBuilder(event.getFormattedMessage());
    for (IThrowableProxy thrown = event.getThrowableProxy();
        thrown != null;
        thrown = thrown.getCause()) {
      text.append('\n').append(thrown.getMessage());
    }
    return text.toString();
  }
}
