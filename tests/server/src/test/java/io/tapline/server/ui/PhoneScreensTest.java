package io.tapline.server.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.TenantApi;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.By;

/** On a phone every row is a small card, and what stands in it has room. */
@ExtendWith(ScreenExtension.class)
class PhoneScreensTest {

  private static BrowserScreen screen;
  private static TenantApi lab;

  @BeforeAll
  static void sit(ScreenExtension.Shared bench) {
    screen = bench.screen;
    lab = bench.lab;
    screen.phone();
  }

  @AfterAll
  static void stand() {
    screen.desk();
  }

  /**
   * Elements that are wider than their place and so cover a neighbour, and broken words; only a key
   * of a hundred characters may break.
   */
  private static List<?> cramped() {
    return (List<?>)
        screen
            .driver()
            .executeScript(
                """
                const found = [];
                const range = document.createRange();
                for (const cell of document.querySelectorAll("table.stack td")) {
                  if (cell.scrollWidth > cell.clientWidth) found.push(cell.textContent.trim());
                  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
                  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
                    for (const word of text.data.matchAll(/[^\\s-]+/g)) {
                      range.setStart(text, word.index);
                      range.setEnd(text, word.index + word[0].length);
                      const torn = range.getClientRects().length > 1;
                      if (torn && word[0].length <= 40) found.push(word[0]);
                    }
                  }
                }
                return found;
                """);
  }

  @Test
  void nothing_in_a_row_lies_over_its_neighbour_and_no_word_is_torn() {
    var queue = lab.queue();
    var held = lab.enqueue(queue);
    lab.operator
        .post(
            "actions/hold",
            TenantApi.body(
                "subject_euid",
                held,
                "hold_code",
                "IDENTITY_QUERY",
                "reason",
                "Date of birth on tube and order differ; the ward was called"))
        .ok();
    lab.service
        .post(
            "actions/register-worker",
            TenantApi.body(
                "worker_key",
                TenantApi.unique("able"),
                "worker_type",
                "SERVICE",
                "capabilities",
                List.of("wetlab.post_extract_qc", "wetlab.library_prep", "platform.ILMN")))
        .ok();
    screen.signIn("acme-operator", "/activity?subject_euid=" + held);
    screen.sees("Hold placed");
    assertThat(cramped()).as("activity").isEmpty();
    screen.open("/holds");
    screen.sees("IDENTITY_QUERY");
    assertThat(cramped()).as("holds").isEmpty();
    screen.open("/workers");
    screen.sees("wetlab.post_extract_qc");
    assertThat(cramped()).as("workers").isEmpty();
  }

  @Test
  void the_current_tab_and_the_badges_are_in_sight() {
    var queue = lab.queue();
    var held = lab.enqueue(queue);
    lab.operator
        .post(
            "actions/hold",
            TenantApi.body("subject_euid", held, "hold_code", "QC", "reason", "look"))
        .ok();
    screen.signIn("acme-admin", "/queues/" + queue + "?tab=policy");
    screen.sees("Lease duration");
    screen.until(() -> screen.one("nav .count.held") != null);
    assertThat(
            (List<?>)
                screen
                    .driver()
                    .executeScript(
                        """
                        return [...document.querySelectorAll('nav [aria-current], nav .count, .tabs [aria-selected="true"]')]
                          .filter((one) => {
                            const { left, right } = one.getBoundingClientRect();
                            return left < 0 || right > innerWidth;
                          }).map((one) => one.textContent);
                        """))
        .isEmpty();
  }

  @Test
  void what_is_pressed_is_at_least_44_pixels_high() {
    var queue = lab.queue();
    var subject = lab.enqueue(queue);
    screen.signIn("acme-admin", "/");
    for (var path :
        List.of(
            "/",
            "/queues/" + queue,
            "/subjects/" + subject,
            "/holds",
            "/dead-letters",
            "/workers",
            "/activity",
            "/search",
            "/workflows")) {
      screen.open(path);
      screen.sees("Live");
      screen.until(() -> screen.driver().findElements(By.cssSelector(".skeleton")).isEmpty());
      assertThat(
              (List<?>)
                  screen
                      .driver()
                      .executeScript(
                          """
                          return [...document.querySelectorAll("button, select, input, nav a, summary, a.button")]
                            .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 44 && !one.closest(".skip, thead"))
                            .map((one) => one.outerHTML.slice(0, 90) + " " + one.getBoundingClientRect().height);
                          """))
          .as(path)
          .isEmpty();
    }
  }
}
