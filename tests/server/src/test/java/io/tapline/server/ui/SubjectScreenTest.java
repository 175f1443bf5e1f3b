package io.tapline.server.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.TenantApi;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** One piece of work: what went in, what came out, and where its time went. */
@ExtendWith(ScreenExtension.class)
class SubjectScreenTest {

  private static BrowserScreen screen;
  private static TenantApi lab;

  @BeforeAll
  static void sit(ScreenExtension.Shared bench) {
    screen = bench.screen;
    lab = bench.lab;
  }

  private static String pane(String name) {
    return screen.one("[data-pane=" + name + "]");
  }

  @Test
  void attempts_are_shown_over_time_each_with_input_result_error_and_stderr() {
    var queue = lab.queue(ScreenExtension.LONG_LEASE);
    var worker = lab.worker();
    var subject = lab.enqueueWith(queue, "properties", Map.of("plate", "P-7"));
    var first = lab.claimOne(worker, queue);
    lab.service.post("actions/start", TenantApi.on(worker, first)).ok();
    lab.service
        .post(
            "actions/fail",
            TenantApi.on(
                worker,
                first,
                "error_class",
                "TRANSIENT_SYSTEM",
                "error_message",
                "the arm is stuck",
                "result_payload",
                Map.of("_stderr", "arm: no answer", "steps", 3)))
        .ok();
    var hold = TenantApi.body("subject_euid", subject, "hold_code", "QC_REVIEW", "reason", "look");
    lab.operator.post("actions/hold", hold).ok();
    var holds = lab.operator.get("subjects/" + subject).ok().path("active_holds");
    lab.operator
        .post(
            "actions/release-hold",
            TenantApi.body("hold_euid", holds.get(0).path("hold_euid").asString()))
        .ok();
    lab.operator
        .post("actions/requeue", TenantApi.body("subject_euid", subject, "reason", "now"))
        .ok();
    var second = lab.claimOne(worker, queue);
    lab.service.post("actions/start", TenantApi.on(worker, second)).ok();
    lab.service
        .post(
            "actions/progress",
            TenantApi.on(worker, second, "fraction", 0.25, "message", "a quarter is done"))
        .ok();

    screen.signIn("acme-operator", "/subjects/" + subject);
    screen.sees("a quarter is done");
    var rows = screen.one("#attempts .gantt");
    assertThat(rows)
        .contains("Attempt 1", "Attempt 1, repeated", "Held: QC_REVIEW", "ran", "so far", worker);
    assertThat(
            screen
                .driver()
                .executeScript("return document.querySelectorAll('#attempts .bar').length"))
        .isInstanceOfSatisfying(Long.class, bars -> assertThat(bars).isGreaterThan(3));
    assertThat(pane("input")).contains("P-7");
    assertThat(pane("result")).contains("not yet");
    assertThat(pane("progress")).contains("a quarter is done", "25 %");

    lab.service
        .post("actions/complete", TenantApi.on(worker, second, "result_payload", Map.of("od", 1.8)))
        .ok();
    screen.until(() -> String.valueOf(pane("result")).contains("\"od\": 1.8"));
    assertThat(pane("error")).contains("none");
    screen.click("Attempt 1");
    screen.until(() -> pane("error").contains("the arm is stuck"));
    assertThat(pane("error"))
        .contains("TRANSIENT_SYSTEM", "retryable")
        .doesNotContain("not retryable");
    assertThat(pane("standard-error")).contains("arm: no answer");
    assertThat(pane("result")).contains("\"steps\": 3").doesNotContain("_stderr");
  }

  @Test
  void a_retired_subject_shows_when_it_was_retired_and_offers_no_requeue() {
    var queue = TenantApi.unique("brief");
    var subject = lab.retired(queue);
    screen.signIn("acme-operator", "/subjects/" + subject);
    screen.until(() -> screen.one("#retired") != null);
    assertThat(screen.one("#retired"))
        .contains("evidence of the job were deleted", "by system:tapline");
    assertThat(screen.one(".page-head")).contains("retired", subject).doesNotContain("Requeue");
    assertThat(screen.one("main")).contains(queue, "Finished").doesNotContain("plate 7");
  }
}
