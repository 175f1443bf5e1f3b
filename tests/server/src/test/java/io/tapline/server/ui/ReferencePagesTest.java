package io.tapline.server.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.TestTapline;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The reference, and what a browser is shown where there is nothing to show. */
@ExtendWith(ScreenExtension.class)
class ReferencePagesTest {

  private static BrowserScreen screen;
  private static TestTapline tapline;

  @BeforeAll
  static void sit(ScreenExtension.Shared bench) {
    screen = bench.screen;
    tapline = bench.tapline;
  }

  private static long number(String script) {
    return (long) screen.driver().executeScript("return " + script);
  }

  /** The viewer draws all operations at once, which takes long; a look at the whole text too. */
  private static void openReference(String theme) {
    screen.driver().executeScript("localStorage.setItem('tapline.theme', '" + theme + "')");
    screen.complaints();
    screen.open("/docs");
    screen.until(
        () -> number("document.querySelectorAll('[id=\"operation/renew_lease\"]').length") > 0);
    screen.sees("Claims and leases");
    screen.sees("Calls of workers: claim, start, report, end.");
    assertThat(screen.complaints()).as(theme).isEmpty();
  }

  @Test
  void the_viewer_works_under_the_policy_and_shows_an_operation_with_samples() {
    screen.signIn("acme-admin", "/");
    openReference("dark");
    screen.clickOn("input[aria-label=Search]");
    screen.press("renew-lease");
    screen.until(
        () -> String.valueOf(screen.one("[data-role='search:results']")).contains("lease"));
    var operation = "[id='operation/renew_lease'] ";
    screen.until(() -> String.valueOf(screen.one(operation)).contains("curl -sS"));
    screen.clickOn(operation + "li[role=tab]:nth-child(3)");
    screen.until(() -> String.valueOf(screen.one(operation)).contains("RenewBuilder.builder()"));
  }

  @Test
  void the_viewer_works_in_the_light_theme_on_a_phone() {
    screen.signIn("acme-admin", "/");
    screen.phone();
    try {
      openReference("light");
      assertThat(number("document.documentElement.scrollWidth - innerWidth"))
          .isLessThanOrEqualTo(0);
    } finally {
      screen.driver().executeScript("localStorage.removeItem('tapline.theme')");
      screen.desk();
    }
  }

  @Test
  void a_browser_is_shown_pages_and_a_program_is_given_problems() {
    screen.driver().manage().deleteAllCookies();
    screen.open("/docs/words");
    screen.sees("Sign in to Tapline");
    screen.fill("Token", "acme-operator");
    screen.click("Sign in");
    screen.until(() -> screen.path().equals("/docs/words"));
    for (var path :
        Map.of(
                "/no/such/page", "No resource exists at this path.",
                "/api/v1/execution/queues/nothing", "nothing",
                "/docs?wrong=1", "Wrong: is not a parameter of /docs.")
            .entrySet()) {
      screen.open(path.getKey());
      screen.sees(path.getValue());
      assertThat(screen.text()).doesNotContain("{", "urn:tapline");
      assertThat(screen.offers("Web UI")).isTrue();
    }
    screen.driver().manage().deleteAllCookies();
    screen.open("/login");
    screen.sees("Sign in to Tapline");
    var program = tapline.as("acme-operator");
    for (var accept : List.of("*/*", "application/json", "application/problem+json")) {
      var asked = program.with("Accept", accept);
      assertThat(asked.get("/no/such/page").problem()).isEqualTo("NOT_FOUND");
      assertThat(asked.get("/login").problem()).isEqualTo("VALIDATION_FAILED");
    }
    assertThat(
            new io.tapline.server.testing.HttpApi(tapline.address(), null).get("/docs").problem())
        .isEqualTo("UNAUTHENTICATED");
  }
}
