package io.tapline.server.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.TenantApi;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Lists: names beside EUIDs, what went wrong, a part of a name, and the same for many at once. */
@ExtendWith(ScreenExtension.class)
class BulkListsTest {

  private static BrowserScreen screen;
  private static TenantApi lab;

  @BeforeAll
  static void sit(ScreenExtension.Shared bench) {
    screen = bench.screen;
    lab = bench.lab;
  }

  private static String named(String queue, String name) {
    return lab.enqueueWith(queue, "subject_name", name, "properties", Map.of());
  }

  @Test
  void activity_has_names_beside_euids_and_a_range_of_time() {
    var queue = lab.queue(ScreenExtension.LONG_LEASE);
    var name = TenantApi.unique("Tube 00117");
    var subject = named(queue, name);
    var worker = lab.worker();
    lab.claimOne(worker, queue);
    screen.signIn("acme-operator", "/activity?queue_key=" + queue);
    var claimed = "tr[data-action=claim_queue_item]";
    screen.until(() -> screen.one(claimed) != null);
    assertThat(screen.one(claimed)).contains(name, subject, worker);
    screen.click("Hour");
    screen.until(() -> screen.one(claimed) != null);
    assertThat(screen.path()).contains("from=");
    screen.open("/activity?queue_key=" + queue + "&until=2020-01-01T00:00:00Z");
    screen.sees("No matching actions");
    screen.open("/subjects/" + subject);
    screen.sees("Timeline");
    assertThat(screen.one("#timeline li[data-action=claim_queue_item]")).contains(worker);
  }

  @Test
  void a_part_of_a_name_finds_it() {
    var queue = lab.queue();
    var digits = TenantApi.unique("77").replace("-", "0") + "117";
    named(queue, "Plate " + digits + " left");
    named(queue, "plate " + digits + " right");
    screen.signIn("acme-operator", "/search?q=" + digits);
    screen.sees("Plate " + digits + " left");
    screen.sees("plate " + digits + " right");
  }

  @Test
  void many_are_held_at_once_and_what_cannot_be_done_is_left_out_and_said() {
    var queue = lab.queue(ScreenExtension.LONG_LEASE);
    for (int i = 0; i < 3; i++) {
      lab.enqueue(queue);
    }
    screen.signIn("acme-operator", "/queues/" + queue);
    screen.sees("None selected");
    screen.press("a");
    screen.sees("3 selected");
    screen.click("Hold…");
    screen.sees("Hold 3 of 3 selected");
    screen.confirm("the reagent is bad");
    screen.sees("No jobs are waiting in this queue.");
    screen.open("/search?queue_key=" + queue);
    screen.sees("None selected");
    lab.enqueue(queue);
    screen.open("/search?queue_key=" + queue);
    screen.until(
        () ->
            screen
                .driver()
                .executeScript("return document.querySelectorAll('tr[data-subject]').length")
                .equals(4L));
    screen.press("a");
    screen.sees("4 selected");
    screen.click("Requeue…");
    screen.sees("Requeue 1 of 4 selected");
    screen.sees("Skipped: 3 held.");
    screen.click("Back");
  }

  @Test
  void what_has_ended_shows_its_error() {
    var queue = lab.queue(ScreenExtension.LONG_LEASE);
    var worker = lab.worker();
    lab.enqueue(queue);
    var claim = lab.claimOne(worker, queue);
    lab.service
        .post(
            "actions/fail",
            TenantApi.on(
                worker, claim, "error_class", "PERMANENT_INPUT", "error_message", "no lid"))
        .ok();
    screen.signIn("acme-operator", "/queues/" + queue + "?tab=terminal");
    screen.sees("no lid");
    assertThat(screen.one("[data-error]")).isEqualTo("PERMANENT_INPUT no lid");
    assertThat(screen.text()).doesNotContain("Terminal state");
    // No selected job can be cancelled: a message states the reason, and no dialog opens.
    screen.press("a");
    screen.click("Cancel…");
    screen.sees("Cancel does not apply to the selection: 1 already ended.");
    // So does the search.
    screen.open("/search?state=FAILED_TERMINAL&queue_key=" + queue);
    screen.sees("no lid");
    assertThat(screen.text()).doesNotContain("Terminal state");
  }

  @Test
  void administrators_drain_many_workers_at_once() {
    var queue = lab.queue();
    var worker = lab.worker();
    lab.claim(worker, queue, 1);
    screen.signIn("acme-admin", "/queues/" + queue + "?tab=workers");
    screen.clickOn("tr[data-worker='" + worker + "'] input[type=checkbox]");
    screen.sees("1 selected");
    screen.click("Drain…");
    screen.sees("Drain 1 of 1 selected");
    screen.confirm("to be moved");
    screen.open("/workers/" + worker);
    screen.sees("Draining");
  }
}
