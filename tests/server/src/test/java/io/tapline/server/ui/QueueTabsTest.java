package io.tapline.server.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.TenantApi;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;

/** Each part of a queue can be narrowed to what the person looks for. */
@ExtendWith(ScreenExtension.class)
class QueueTabsTest {

  private static BrowserScreen screen;
  private static TenantApi lab;

  @BeforeAll
  static void sit(ScreenExtension.Shared bench) {
    screen = bench.screen;
    lab = bench.lab;
  }

  private static String enqueue(String queue, String name, String site) {
    return lab.enqueueWith(queue, "subject_name", name, "scope", Map.of("site", site));
  }

  private static void narrow(String label, String text) {
    screen.fill(label, text + Keys.ENTER);
  }

  @Test
  void leased_work_is_narrowed_by_site_and_by_state() {
    var queue = lab.queue(ScreenExtension.LONG_LEASE);
    enqueue(queue, "from basel", "basel");
    enqueue(queue, "from bern", "bern");
    var worker = lab.worker();
    var claim = lab.claimOne(worker, queue);
    lab.service.post("actions/start", TenantApi.on(worker, claim)).ok();
    lab.claimOne(worker, queue);
    var name = lab.operator.get("workers/" + worker).ok().path("display_name").asString();

    screen.signIn("acme-operator", "/queues/" + queue + "?tab=leased");
    screen.sees("from basel");
    screen.sees("from bern");
    screen.sees(name);
    narrow("Site", "bern");
    screen.seesNo("from basel");
    assertThat(screen.path()).contains("site=bern");
    screen.choose("State", "RUNNING");
    screen.sees("No job matches the filter.");
    screen.click("Clear filter");
    screen.sees("from basel");
    assertThat(screen.path()).doesNotContain("site=", "state=");
    screen.choose("State", "RUNNING");
    screen.seesNo("from bern");
    screen.sees("from basel");
  }

  @Test
  void what_ended_is_narrowed_by_how_and_a_state_of_another_tab_is_not_asked_for() {
    var queue = lab.queue();
    var canceled = enqueue(queue, "cancelled", "basel");
    lab.operator
        .post("actions/cancel", TenantApi.body("subject_euid", canceled, "reason", "not needed"))
        .ok();
    enqueue(queue, "done", "basel");
    var worker = lab.worker();
    lab.service.post("actions/complete", TenantApi.on(worker, lab.claimOne(worker, queue))).ok();
    enqueue(queue, "waits", "basel");

    screen.signIn("acme-operator", "/queues/" + queue + "?tab=terminal");
    screen.sees("cancelled");
    screen.choose("State", "CANCELED");
    screen.seesNo("completed");
    screen.sees("cancelled");
    screen.clickOn("#tab-waiting");
    screen.sees("waits");
    screen.clickOn("#tab-held");
    screen.sees("No jobs of this queue are on hold.");
  }
}
