package io.tapline.server.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.TestTapline;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.By;

/** The reference, and what a browser is shown where there is nothing to show. */
@ExtendWith(ScreenExtension.class)
class ReferencePagesTest {

  /** Height of the longest page on a phone; the whole reference on one page had 386,590. */
  private static final long MOST_PIXELS = 60_000;

  private static BrowserScreen screen;
  private static TestTapline tapline;

  @BeforeAll
  static void sit(ScreenExtension.Shared bench) {
    screen = bench.screen;
    tapline = bench.tapline;
  }

  /** Parts of names that are spread over more than one line. */
  private static List<?> torn() {
    return (List<?>)
        screen
            .driver()
            .executeScript(
                """
                const found = [];
                const range = document.createRange();
                for (const name of document.querySelectorAll("th code, .calls code, .call h2 code")) {
                  const texts = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
                  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
                    for (const word of text.data.matchAll(/[^\\s-]+/g)) {
                      range.setStart(text, word.index);
                      range.setEnd(text, word.index + word[0].length);
                      if (range.getClientRects().length > 1) found.push(word[0]);
                    }
                  }
                }
                return found;
                """);
  }

  private static long number(String script) {
    return (long) screen.driver().executeScript("return " + script);
  }

  @Test
  void names_stay_whole_and_no_page_is_endless_on_a_desk_and_on_a_phone() {
    screen.signIn("acme-admin", "/");
    screen.open("/docs");
    screen.sees("Claims and leases");
    var areas =
        screen.driver().findElements(By.cssSelector("nav a[href^='/docs/api/']")).stream()
            .map(link -> link.getDomAttribute("href"))
            .toList();
    assertThat(areas).hasSizeGreaterThan(10);
    for (var path : areas) {
      screen.open(path);
      assertThat(torn()).as(path).isEmpty();
      screen.phone();
      try {
        assertThat(torn()).as(path + " on a phone").isEmpty();
        assertThat(number("document.documentElement.scrollHeight"))
            .as(path)
            .isLessThan(MOST_PIXELS);
        assertThat(number("document.documentElement.scrollWidth - innerWidth"))
            .as(path)
            .isLessThanOrEqualTo(0);
      } finally {
        screen.desk();
      }
    }
  }

  @Test
  void calls_are_found_while_typing_and_shown_in_the_language_that_was_chosen() {
    screen.signIn("acme-admin", "/");
    screen.open("/docs");
    screen.sees("Claims and leases");
    screen.press("/");
    screen.press("renew-lease");
    screen.until(() -> String.valueOf(screen.one("#found")).contains("actions/renew-lease"));
    screen.clickOn("#found a[href='/docs/api/claims#renew_lease']");
    screen.until(() -> number("document.querySelectorAll('#renew_lease .choice').length") == 1);
    assertThat(screen.one("#renew_lease .samples")).contains("curl -sS");
    screen.clickOn("#renew_lease [data-choose=java]");
    assertThat(screen.one("#renew_lease .samples"))
        .contains("client.leases().renew(LeaseRequest.of(")
        .doesNotContain("curl -sS");
    screen.open("/docs/api/subjects");
    samplesShow("client.subjects().enqueue(");
    screen.clickOn("#enqueue [data-choose=python]");
    samplesShow("client.enqueue(\"extraction_prod\"");
    screen.driver().executeScript("localStorage.removeItem('tapline.language')");
  }

  /** The page's script shows the samples of the chosen language once it has run. */
  private static void samplesShow(String text) {
    screen.until(() -> String.valueOf(screen.one("#enqueue .samples")).contains(text));
  }

  @Test
  void a_browser_is_shown_pages_and_a_program_is_given_problems() {
    screen.driver().manage().deleteAllCookies();
    screen.open("/docs/api/queues");
    screen.sees("Sign in to Tapline");
    screen.fill("Token", "acme-operator");
    screen.click("Sign in");
    screen.sees("Policies, waiting jobs and metrics of queues.");
    assertThat(screen.path()).isEqualTo("/docs/api/queues");
    for (var path :
        Map.of(
                "/no/such/page", "There is nothing at this path.",
                "/docs/api/nothing", "The reference has no area of this name",
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
