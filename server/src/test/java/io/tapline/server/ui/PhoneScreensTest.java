package io.tapline.server.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.Lab;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** On a phone every row is a small card, and what stands in it has room. */
@ExtendWith(Bench.class)
class PhoneScreensTest {

  private static Screen screen;
  private static Lab lab;

  @BeforeAll
  static void sit(Bench.Shared bench) {
    screen = bench.screen;
    lab = bench.lab;
    screen.size(390, 844);
  }

  @AfterAll
  static void stand() {
    screen.size(1440, 1000);
  }

  /** What is wider than its place, and so lies over its neighbour or is cut off. */
  private static List<?> tooWide() {
    return (List<?>)
        screen
            .driver()
            .executeScript(
                "return [document.documentElement, ...document.querySelectorAll('table.stack td')]"
                    + ".filter((place) => place.scrollWidth > place.clientWidth)"
                    + ".map((place) => place.textContent.trim());");
  }

  @Test
  void nothing_in_a_row_lies_over_its_neighbour() {
    var queue = lab.queue();
    var held = lab.enqueue(queue);
    lab.operator
        .post(
            "actions/hold",
            Lab.body(
                "subject_euid",
                held,
                "hold_code",
                "IDENTITY_QUERY_OF_WARD",
                "reason",
                "Date of birth on tube and order differ; the ward was called"))
        .ok();
    lab.service
        .post(
            "actions/register-worker",
            Lab.body(
                "worker_key",
                Lab.unique("able"),
                "worker_type",
                "SERVICE",
                "capabilities",
                List.of("wetlab.post_extract_qc", "wetlab.library_prep", "platform.ILMN")))
        .ok();
    screen.signIn("acme-operator", "/activity?subject_euid=" + held);
    screen.sees("Hold placed");
    assertThat(tooWide()).as("activity").isEmpty();
    screen.open("/holds");
    screen.sees("IDENTITY_QUERY_OF_WARD");
    assertThat(tooWide()).as("holds").isEmpty();
    screen.open("/workers");
    screen.sees("wetlab.post_extract_qc");
    assertThat(tooWide()).as("workers").isEmpty();
  }
}
