package io.tapline.server.required;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Work that goes to another queue: its action there, and both queues in its evidence. */
@TaplineServer
class MovesOverHttpTest {

  private static TestTapline tapline;
  private static TenantApi lab;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    lab = new TenantApi(tapline, "acme");
  }

  @Test
  void a_specimen_that_is_moved_or_done_again_gets_the_step_of_its_queue() {
    var specimen =
        lab.operator
            .post("actions/register-material", TenantApi.body("specimen_name", "S-1"))
            .ok()
            .path("subject_euid")
            .asString();
    requeue(specimen, "extraction_prod");
    assertThat(actionOf(specimen)).isEqualTo("create_extraction");
    lab.operator
        .post("actions/cancel", TenantApi.body("subject_euid", specimen, "reason", "wrong tube"))
        .ok();
    requeue(specimen, "extraction_rnd");
    assertThat(actionOf(specimen)).isEqualTo("create_extraction");
  }

  @Test
  void a_requeue_may_name_the_next_action() {
    var queue = lab.queue();
    var subject = lab.enqueue(queue);
    lab.operator
        .post(
            "actions/requeue",
            TenantApi.body(
                "subject_euid", subject, "next_action_key", "measure", "reason", "again"))
        .ok();
    assertThat(actionOf(subject)).isEqualTo("measure");
  }

  @Test
  void actions_and_events_of_a_move_are_found_by_both_queues() {
    var from = lab.queue();
    var to = lab.queue();
    lab.admin
        .post(
            "actions/update-queue",
            TenantApi.body(
                "queue_key",
                to,
                "default_action_key",
                "measure",
                "expected_revision",
                1,
                "reason",
                "one step"))
        .ok();
    var subject = lab.enqueue(from);
    var worker = lab.worker();
    var claim = lab.claimOne(worker, from);
    lab.service.post("actions/complete", TenantApi.on(worker, claim, "next_queue_key", to)).ok();
    assertThat(actionOf(subject)).isEqualTo("measure");
    for (var queue : List.of(from, to)) {
      assertThat(actions(subject, queue))
          .anySatisfy(
              action -> {
                assertThat(action.path("action_key").asString())
                    .isEqualTo("complete_queue_execution");
                assertThat(action.path("queue_key").asString()).isEqualTo(from);
                assertThat(action.path("to_queue_key").asString()).isEqualTo(to);
              });
    }
    tapline.awaitFeed("acme");
    var payload =
        lab.operator
            .get("events?subject_euid=" + subject + "&type=job_routed")
            .ok()
            .path("items")
            .get(0)
            .path("payload");
    assertThat(payload.path("queue_key").asString()).isEqualTo(from);
    assertThat(payload.path("to_queue_key").asString()).isEqualTo(to);
  }

  private static List<JsonNode> actions(String subject, String queue) {
    return lab.operator
        .get("actions?subject_euid=" + subject + "&queue_key=" + queue)
        .ok()
        .path("items")
        .valueStream()
        .toList();
  }

  private static void requeue(String subject, String queue) {
    lab.operator
        .post(
            "actions/requeue",
            TenantApi.body("subject_euid", subject, "queue_key", queue, "reason", "again"))
        .ok();
  }

  private static String actionOf(String subject) {
    return lab.operator
        .get("subjects/" + subject)
        .ok()
        .at("/execution/next_action_key")
        .asString(null);
  }
}
