package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.LeaseStatus;
import io.tapline.api.request.ReportProgress;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.read.evidence.LeaseFilter;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Progress: reported by the worker of a lease, visible to readers, and without a change of the job.
 */
class ProgressTest extends InspectedTenantTest {

  private ReportProgress progress(ClaimAnswer.Item item, Double fraction, String message) {
    return new ReportProgress(
        RequestMeta.key(InspectedTenant.key()),
        item.subjectEuid(),
        worker,
        item.leaseEuid(),
        StatePrecondition.NOTHING,
        fraction,
        message);
  }

  private ClaimAnswer.Item claimed() {
    lab.enqueue(QUEUE);
    return lab.claimAndStart(worker, QUEUE);
  }

  private JsonNode shown(String subject) {
    return lab.engine().reads().subjects().one(lab.tenantId(), subject, null).activeLease();
  }

  @Test
  void readers_see_the_newest_under_the_live_lease() {
    var item = claimed();
    assertThat(shown(item.subjectEuid()).hasNonNull("progress")).isFalse();
    asService(progress(item, 0.25, "a quarter"));
    asService(progress(item, null, "and a bit"));
    asService(progress(item, 0.5, null));

    var seen = shown(item.subjectEuid()).path("progress");
    assertThat(seen.path("fraction").asDouble()).isEqualTo(0.5);
    assertThat(seen.has("message")).isFalse();
    assertThat(seen.path("at").isString()).isTrue();
    for (var status : new LeaseStatus[] {LeaseStatus.ACTIVE, null}) {
      var leases =
          lab.engine()
              .reads()
              .evidence()
              .leases(lab.tenantId(), LeaseFilter.of(status, QUEUE, null), 10, null);
      assertThat(leases.items().get(0).at("/progress/fraction").asDouble()).isEqualTo(0.5);
    }
  }

  @Test
  void it_is_short_lived_evidence_and_changes_nothing_else() {
    var item = claimed();
    var before = lab.envelope(item.subjectEuid());
    long actions = lab.count("instance_action where tenant_id = ?", lab.tenantId());
    var events = lab.events();
    var feed = events.page(lab.tenantId(), io.tapline.tapdb.FeedCursor.START, null, null, 500);
    asService(progress(item, 0.25, "a quarter"));

    assertThat(lab.envelope(item.subjectEuid())).isEqualTo(before);
    assertThat(lab.count("instance_action where tenant_id = ?", lab.tenantId())).isEqualTo(actions);
    assertThat(
            lab.count(
                "instance_pulse where tenant_id = ? and action_key = 'report_progress'",
                lab.tenantId()))
        .isEqualTo(1);
    assertThat(events.page(lab.tenantId(), io.tapline.tapdb.FeedCursor.START, null, null, 500))
        .isEqualTo(feed);
    assertThat(new InvariantChecker(test.engine()).check(lab.tenantId())).isEmpty();
  }

  @Test
  void what_an_earlier_attempt_said_is_not_shown_under_a_later_lease() {
    var item = claimed();
    asService(progress(item, 0.9, "nearly"));
    advance(10_000);
    var again = lab.claimAndStart(worker, QUEUE);
    assertThat(again.subjectEuid()).isEqualTo(item.subjectEuid());
    assertThat(shown(item.subjectEuid()).hasNonNull("progress")).isFalse();
  }

  @Test
  void a_late_worker_is_fenced() {
    var item = claimed();
    advance(10_000);
    refused(Code.LEASE_EXPIRED, () -> asService(progress(item, 0.5, null)));
  }

  @Test
  void bad_fractions_and_long_messages_are_refused_by_name() {
    var item = claimed();
    for (var wrong : List.of(-0.01, 1.01, Double.NaN, Double.POSITIVE_INFINITY)) {
      refused(
          Code.VALIDATION_FAILED, "fraction", () -> asService(progress(item, wrong, "no number")));
    }
    refused(Code.VALIDATION_FAILED, "fraction", () -> asService(progress(item, null, null)));
    refused(
        Code.VALIDATION_FAILED, "message", () -> asService(progress(item, 1.0, "x".repeat(501))));
    asService(progress(item, 1.0, "x".repeat(500)));
    asService(progress(item, 0.0, null));
  }

  @Test
  void one_bad_item_does_not_spoil_the_others() {
    var item = claimed();
    var other = claimed();
    var outcomes =
        lab.engine()
            .executeAll(
                lab.service, List.of(progress(item, 2.0, null), progress(other, 0.5, null)));
    assertThat(outcomes).extracting(ItemOutcome::refused).containsExactly(true, false);
  }
}
