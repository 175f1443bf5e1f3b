package io.tapline.server.required;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.Lab;
import io.tapline.server.testing.TestTapline;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is shown to whom, and whether it is told in full. */
class ReadersOverHttpTest {

  private static TestTapline tapline;
  private static Lab lab;

  @BeforeAll
  static void start() {
    tapline = TestTapline.start();
    lab = new Lab(tapline, "acme");
  }

  @AfterAll
  static void stop() {
    tapline.close();
  }

  private static void update(String queue, String field, Object value) {
    lab.admin
        .post(
            "actions/update-queue",
            Lab.body("queue_key", queue, "expected_revision", 1, field, value))
        .ok();
  }

  private static List<String> keys(HttpApi as, String list) {
    return as.get(list)
        .ok()
        .path("items")
        .valueStream()
        .map(item -> item.path("queue_key").asString())
        .toList();
  }

  @Test
  void a_queue_that_operators_do_not_see_is_in_the_lists_of_administrators_only() {
    var queue = lab.queue();
    var subject = lab.enqueue(queue);
    var worker = lab.worker();
    update(queue, "operator_visible", false);
    var lists =
        List.of("queues?limit=500", "metrics/queues", "workers/" + worker + "/queues");
    for (var list : lists) {
      for (var one : List.of(lab.operator, lab.human, lab.service)) {
        assertThat(keys(one, list)).as(list).doesNotContain(queue).isNotEmpty();
      }
      assertThat(keys(lab.admin, list)).as(list).contains(queue);
    }
    // Hidden from lists, not from work: by its key it is there, and its work is done.
    var one = lab.operator.get("queues/" + queue).ok();
    assertThat(one.path("operator_visible").asBoolean(true)).isFalse();
    assertThat(one.path("queue_depth").asInt()).isEqualTo(1);
    assertThat(lab.operator.get("subjects/" + subject).ok().path("subject_euid").asString())
        .isEqualTo(subject);
    assertThat(lab.claimOne(worker, queue).path("subject_euid").asString()).isEqualTo(subject);
    assertThat(tapline.as("acme-operator").get("/metrics").text()).contains(queue);
  }

  @Test
  void a_queue_with_diagnostics_turned_off_tells_no_reasons() {
    var queue = lab.queue();
    var subject = lab.enqueueWith(queue, "ready_at", "2100-01-01T00:00:00Z");
    var reasons = lab.operator.get("subjects/" + subject).ok().path("diagnostics");
    assertThat(reasons.path("diagnostics_enabled").asBoolean()).isTrue();
    assertThat(reasons.path("reasons").isEmpty()).isFalse();
    update(queue, "diagnostics_enabled", false);
    var quiet = lab.operator.get("subjects/" + subject).ok().path("diagnostics");
    assertThat(quiet.path("diagnostics_enabled").asBoolean(true)).isFalse();
    assertThat(quiet.path("reasons").isEmpty()).isTrue();
    assertThat(quiet.path("visible_in_queue").asBoolean(true)).isFalse();
  }
}
