package io.tapline.server.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.TenantApi;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.By;
import tools.jackson.databind.JsonNode;

/** Workers on the screen: who is there, who was, and what each of them did. */
@ExtendWith(ScreenExtension.class)
class WorkerScreenTest {

  private static BrowserScreen screen;
  private static TenantApi lab;

  @BeforeAll
  static void sit(ScreenExtension.Shared bench) {
    screen = bench.screen;
    lab = bench.lab;
  }

  private static boolean listed(String worker) {
    return !screen
        .driver()
        .findElements(By.cssSelector("[data-worker=\"" + worker + "\"]"))
        .isEmpty();
  }

  @Test
  void who_is_there_comes_first_and_who_has_ended_is_folded_away() {
    var retired = lab.worker();
    lab.admin
        .post("actions/retire-worker", TenantApi.body("worker_euid", retired, "reason", "scrapped"))
        .ok();
    var ended = lab.worker();
    lab.service
        .post("actions/heartbeat-worker", TenantApi.body("worker_euid", ended, "ending", true))
        .ok();
    var online = lab.worker();
    screen.signIn("acme-operator", "/workers");
    screen.until(() -> listed(online));
    assertThat(listed(ended)).isFalse();
    assertThat(listed(retired)).isFalse();
    assertThat(screen.text()).contains("online");

    screen.click("Show ended workers");
    screen.until(() -> listed(ended) && listed(retired));
    assertThat(screen.path()).contains("ended=shown");
    screen.click("Hide ended workers");
    screen.until(() -> !listed(ended) && !listed(retired) && listed(online));
  }

  @Test
  void a_worker_has_a_page_with_what_it_claimed_how_each_ended_and_when_it_was_there() {
    var queue = lab.queue(ScreenExtension.LONG_LEASE);
    var worker = lab.worker();
    lab.enqueue(queue);
    var done = lab.claimOne(worker, queue);
    lab.service.post("actions/complete", TenantApi.on(worker, done)).ok();
    lab.enqueue(queue);
    var failed = lab.claimOne(worker, queue);
    lab.service
        .post(
            "actions/fail",
            TenantApi.on(
                worker, failed, "error_class", "PERMANENT_INPUT", "error_message", "the lid is on"))
        .ok();
    lab.enqueue(queue);
    var held = lab.claimOne(worker, queue);
    lab.admin
        .post(
            "actions/drain-worker",
            TenantApi.body("worker_euid", worker, "reason", "service is due"))
        .ok();

    screen.signIn("acme-operator", "/queues/" + queue + "?tab=leased");
    screen.clickOn("a[href=\"/workers/" + worker + "\"]");
    screen.until(() -> screen.path().equals("/workers/" + worker));
    screen.until(() -> row(done) != null && row(failed) != null && row(held) != null);
    assertThat(row(done)).contains("Succeeded", queue, "attempt 1");
    assertThat(row(failed)).contains("FAILED_TERMINAL", "PERMANENT_INPUT", "the lid is on");
    assertThat(row(held)).contains("Started");
    assertThat(screen.one("[data-ended=SUCCEEDED]")).endsWith("1");
    assertThat(screen.one("[data-change=register_worker]")).contains("Worker registered");
    assertThat(screen.one("[data-change=drain_worker]")).contains("service is due");
    assertThat(screen.one("main")).contains("Active leases", "Heartbeat");
  }

  private static String row(JsonNode claim) {
    return screen.one("[data-lease=\"" + claim.path("lease_euid").asString() + "\"]");
  }
}
