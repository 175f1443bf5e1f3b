package io.tapline.server.ui;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import io.tapline.postgres.ScratchDatabase;
import io.tapline.server.Server;
import io.tapline.server.security.ChangedSettings;
import io.tapline.server.security.FirstToken;
import io.tapline.server.security.FrontDesk;
import io.tapline.server.security.LoginLinks;
import io.tapline.server.security.SecuritySettings;
import io.tapline.server.security.TestIssuer;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.Tenants;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Coming in by a link, and from an identity provider's page, in a real browser. */
@ExtendWith(ScreenExtension.class)
class SignInScreensTest {

  private static ScratchDatabase scratch;
  private static TestIssuer issuer;
  private static Server server;

  private BrowserScreen screen;

  @BeforeAll
  static void start() throws IOException, JOSEException {
    scratch = TestTapline.migrated();
    issuer = new TestIssuer();
    new FrontDesk(issuer);
    var variables =
        Map.of(
            "TAPLINE_OIDC_ISSUER",
            issuer.uri().toString(),
            "TAPLINE_OIDC_CLIENT_ID",
            FrontDesk.CLIENT,
            "TAPLINE_OIDC_CLIENT_SECRET",
            FrontDesk.SECRET,
            "TAPLINE_OIDC_TENANT_CLAIM",
            "org",
            "TAPLINE_PUBLIC_DOCS",
            "true");
    server =
        Server.start(
            new ChangedSettings(TestTapline.settings(scratch))
                .security(SecuritySettings.read(variables::get))
                .settings());
  }

  @AfterAll
  static void stop() {
    server.close();
    issuer.close();
    scratch.close();
  }

  /** Another host name than that of the provider, so that the browser treats them as two sites. */
  @BeforeEach
  void leave(ScreenExtension.Shared shared) {
    screen = new BrowserScreen(shared.driver, "http://localhost:" + server.port());
    screen.open("/sign-in");
    shared.driver.manage().deleteAllCookies();
    shared.driver.executeScript("localStorage.clear()");
  }

  @Test
  void the_button_leads_to_the_provider_and_back_to_the_screen_that_was_wanted() {
    screen.open("/holds?sort=age");
    screen.click("Sign in with 127.0.0.1");
    screen.click("Continue as ada");
    screen.until(() -> screen.driver().getCurrentUrl().endsWith("/holds?sort=age"));
    screen.sees("oidc:ada@127.0.0.1");
    screen.sees("acme");
    screen.open("/");
    screen.sees("All queues");

    screen.click("Sign out");
    screen.sees("Sign in to Tapline");
    screen.open("/");
    // The provider still knows ada; the person at this browser may be someone else now.
    screen.click("Sign in with 127.0.0.1");
    screen.sees("Continue as ada");
    assertThat(screen.driver().getCurrentUrl()).contains("prompt=login");
  }

  @Test
  void the_reference_is_read_by_anyone_where_the_server_allows_it() {
    screen.open("/docs");
    screen.sees("Claims and leases");
    assertThat(screen.path()).isEqualTo("/docs");
  }

  @Test
  void what_goes_wrong_on_the_way_is_said_on_a_page() {
    screen.open("/login/oidc/callback?code=x&state=y");
    screen.sees("started in another browser or window, or it has expired");
    assertThat(screen.path()).isEqualTo("/sign-in?problem=stale");
    screen.click("Sign in with 127.0.0.1");
    screen.click("Continue as ada");
    screen.sees("All queues");
  }

  @Test
  void the_one_time_link_signs_in_once_and_then_says_what_to_do(@TempDir Path folder) {
    long tenant = new Tenants(server.database().serving()).byKey("acme").orElseThrow().id();
    var first = FirstToken.in(folder, server.engine(), "acme", tenant);
    var link = server.bean(LoginLinks.class).issue(first);
    screen.open(link);
    screen.sees("All queues");
    screen.sees("token:first-admin");
    assertThat(screen.offers("Glossary")).as("link to the glossary").isTrue();
    assertThat(screen.path()).isEqualTo("/");

    screen.driver().manage().deleteAllCookies();
    screen.open(link);
    screen.sees("This sign-in link was used or has expired");
    screen.sees("or a token");
    assertThat(screen.path()).isEqualTo("/sign-in?problem=link");
    screen.fill("Token", "acme-operator");
    screen.click("Sign in");
    screen.sees("All queues");
  }
}
