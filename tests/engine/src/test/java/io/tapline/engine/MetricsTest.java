package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.DeadLetterReason;
import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;
import io.tapline.api.QueueMetrics;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Dispatch;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.EnqueueLinksBuilder;
import io.tapline.api.request.ExternalResultBuilder;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.Requeue;
import io.tapline.api.request.SendToDeadLetter;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The figures of a queue. */
class MetricsTest extends InspectedTenantTest {

  @Test
  void queue_metrics_correctness() {
    lab.enqueue(QUEUE, 5);
    advance(30);
    // One of each other kind: held, leased, dead-lettered, waiting for its retry, not ready yet,
    // done.
    lab.hold(lab.claimOne(worker, QUEUE).subjectEuid());
    lab.fail(worker, lab.claimAndStart(worker, QUEUE), ErrorClass.PERMANENT_INPUT);
    lab.fail(worker, lab.claimAndStart(worker, QUEUE), ErrorClass.TRANSIENT_SYSTEM);
    lab.complete(worker, lab.claimAndStart(worker, QUEUE));
    lab.claimAndStart(worker, QUEUE);
    later(3_600);
    lab.enqueue(QUEUE, 3);
    advance(2);

    var metrics = metrics();
    assertThat(metrics.queueDepth()).isEqualTo(3);
    assertThat(metrics.heldCount()).isEqualTo(1);
    assertThat(metrics.activeLeases()).isEqualTo(1);
    assertThat(metrics.deadLetterCount()).isEqualTo(1);
    assertThat(metrics.retryableFailuresTotal()).isEqualTo(1);
    assertThat(metrics.terminalFailuresTotal()).isEqualTo(1);
    assertThat(metrics.expiredLeasesTotal()).isZero();
    assertThat(metrics.workerOnlineCount()).isEqualTo(1);
    assertThat(metrics.throughputSuccessPerMinute()).isEqualTo(0.2, within(1e-9));
    assertThat(metrics.throughputFailurePerMinute()).isEqualTo(0.4, within(1e-9));
    assertThat(metrics.failureRate()).isEqualTo(2.0 / 3, within(1e-9));
    assertThat(metrics.oldestJobAgeSeconds()).isBetween(2.0, 30.0);
    assertThat(metrics.newestJobAgeSeconds()).isBetween(2.0, 30.0);
  }

  @Test
  void the_oldest_job_is_as_old_as_its_wait_in_the_queue() {
    lab.enqueue(QUEUE);
    advance(100);
    lab.enqueue(QUEUE);
    assertThat(metrics().oldestJobAgeSeconds()).isBetween(100.0, 130.0);
    assertThat(metrics().newestJobAgeSeconds()).isBetween(0.0, 30.0);
  }

  @Test
  void a_lapsed_lease_counts_as_visible_before_anyone_settles_it_and_as_expired_after() {
    lab.enqueue(QUEUE);
    lab.claimAndStart(worker, QUEUE);
    assertThat(metrics().queueDepth()).isZero();
    advance(61);
    assertThat(metrics().queueDepth()).isEqualTo(1);
    assertThat(metrics().activeLeases()).isZero();
    assertThat(metrics().expiredLeasesTotal()).isZero();
    assertThat(lab.engine().sweep(lab.tenantId())).isEqualTo(1);
    assertThat(metrics().queueDepth()).isEqualTo(1);
    assertThat(metrics().expiredLeasesTotal()).isEqualTo(1);
  }

  @Test
  void rates_are_those_of_the_window_only() {
    lab.enqueue(QUEUE);
    lab.complete(worker, lab.claimAndStart(worker, QUEUE));
    assertThat(metrics().throughputSuccessPerMinute()).isPositive();
    advance(6 * 60);
    assertThat(metrics().throughputSuccessPerMinute()).isZero();
    assertThat(metrics().failureRate()).isZero();
  }

  @Test
  void what_ended_is_counted_once_for_as_long_as_it_is_in_the_window() {
    for (int minute = 1; minute <= 4; minute++) {
      lab.enqueue(QUEUE);
      lab.complete(worker, lab.claimAndStart(worker, QUEUE));
      assertThat(metrics().throughputSuccessPerMinute()).isEqualTo(minute / 5.0, within(1e-9));
      assertThat(metrics().throughputSuccessPerMinute()).isEqualTo(minute / 5.0, within(1e-9));
      advance(55);
    }
    // The first is by now older than the window.
    advance(100);
    assertThat(metrics().throughputSuccessPerMinute()).isEqualTo(3 / 5.0, within(1e-9));
  }

  @Test
  void how_long_attempts_take_is_told_by_quantiles() {
    assertThat(metrics().durationP50Seconds()).isNull();
    for (int i = 0; i < 18; i++) {
      lab.enqueue(QUEUE);
      lab.complete(worker, lab.claimAndStart(worker, QUEUE));
    }
    lab.enqueue(QUEUE, 2);
    var slow = List.of(lab.claimAndStart(worker, QUEUE), lab.claimAndStart(worker, QUEUE));
    advance(40);
    slow.forEach(claim -> lab.complete(worker, claim));
    assertThat(metrics().durationP50Seconds()).isBetween(0.0, 30.0);
    assertThat(metrics().durationP95Seconds()).isBetween(38.0, 70.0);
  }

  @Test
  void a_result_from_outside_counts_and_a_dispatch_does_not() {
    var items = List.of(dispatched(), dispatched(), dispatched());
    assertThat(metrics().throughputSuccessPerMinute()).isZero();
    assertThat(metrics().durationP50Seconds()).isNull();
    result(items.get(0), ExecutionState.FAILED_RETRYABLE);
    result(items.get(1), ExecutionState.FAILED_TERMINAL);
    result(items.get(2), ExecutionState.COMPLETED);
    var metrics = metrics();
    assertThat(metrics.retryableFailuresTotal()).isEqualTo(1);
    assertThat(metrics.terminalFailuresTotal()).isEqualTo(1);
    assertThat(metrics.throughputSuccessPerMinute()).isEqualTo(0.2, within(1e-9));
    assertThat(metrics.throughputFailurePerMinute()).isEqualTo(0.4, within(1e-9));
    assertThat(metrics.failureRate()).isEqualTo(2.0 / 3, within(1e-9));
  }

  @Test
  void a_result_from_outside_that_comes_late_does_not_count() {
    var items = List.of(dispatched(), dispatched(), dispatched());
    items.forEach(item -> lab.cancel(item.subjectEuid(), false));
    var before = metrics();
    result(items.get(0), ExecutionState.FAILED_RETRYABLE);
    result(items.get(1), ExecutionState.FAILED_TERMINAL);
    result(items.get(2), ExecutionState.COMPLETED);
    var after = metrics();
    assertThat(after.retryableFailuresTotal()).isEqualTo(before.retryableFailuresTotal());
    assertThat(after.terminalFailuresTotal()).isEqualTo(before.terminalFailuresTotal());
    assertThat(after.throughputSuccessPerMinute()).isEqualTo(before.throughputSuccessPerMinute());
    assertThat(after.throughputFailurePerMinute()).isEqualTo(before.throughputFailurePerMinute());
  }

  @Test
  void every_dead_letter_is_a_terminal_failure_however_it_was_opened() {
    var single = InspectedTenant.fields(60, 1);
    lab.queue("single", single);
    lab.enqueue("single");
    lab.fail(worker, lab.claimAndStart(worker, "single"), ErrorClass.PERMANENT_INPUT);
    lab.enqueue("single");
    lab.claimAndStart(worker, "single");
    asOperator(
        EnqueueBuilder.builder(Enqueue.task(InspectedTenant.key(), "single", null))
            .ties(EnqueueLinksBuilder.builder().deadlineAt(evidence.now().plusSeconds(30)).build())
            .build());
    advance(61);
    lab.engine().sweep(lab.tenantId());
    deadLetter(lab.enqueue("single"));
    var leased = lab.enqueue("single");
    lab.claimAndStart(worker, "single");
    deadLetter(leased);
    var metrics = metrics("single");
    assertThat(metrics.deadLetterCount()).isEqualTo(5);
    assertThat(metrics.terminalFailuresTotal()).isEqualTo(5);
    assertThat(metrics.expiredLeasesTotal()).isEqualTo(1);
    assertThat(metrics.throughputFailurePerMinute()).isEqualTo(1.0, within(1e-9));
  }

  private void deadLetter(String subject) {
    asOperator(
        new SendToDeadLetter(
            RequestMeta.key(InspectedTenant.key()),
            subject,
            StatePrecondition.NOTHING,
            DeadLetterReason.INFRASTRUCTURE_FAILURE,
            null,
            "broken"));
  }

  private ClaimAnswer.Item dispatched() {
    lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    asService(
        new Dispatch(
            RequestMeta.key(InspectedTenant.key()),
            item.subjectEuid(),
            worker,
            item.leaseEuid(),
            StatePrecondition.NOTHING,
            "run-1",
            null,
            null));
    return item;
  }

  private void result(ClaimAnswer.Item item, ExecutionState outcome) {
    asOperator(
        ExternalResultBuilder.builder()
            .meta(RequestMeta.key(InspectedTenant.key()))
            .subjectEuid(item.subjectEuid())
            .expect(StatePrecondition.NOTHING)
            .externalRef("run-1")
            .outcome(outcome)
            .reason("arrived")
            .build());
  }

  @Test
  void a_reconciliation_is_not_throughput() {
    var subject = lab.enqueue(QUEUE);
    lab.cancel(subject, false);
    lab.requeue(subject);
    assertThat(metrics().throughputSuccessPerMinute()).isZero();
  }

  @Test
  void a_worker_with_a_stale_heartbeat_is_not_online() {
    assertThat(metrics().workerOnlineCount()).isEqualTo(1);
    advance(20);
    assertThat(metrics().workerHeartbeatLagSeconds()).isBetween(20.0, 50.0);
    advance(60);
    assertThat(metrics().workerOnlineCount()).isZero();
    assertThat(metrics().workerHeartbeatLagSeconds()).isNull();
  }

  @Test
  void conflicts_and_replays_are_counted() {
    var subject = lab.enqueue(QUEUE);
    lab.claimOne(worker, QUEUE);
    var other = lab.worker("w2");
    refused(
        Code.ALREADY_LEASED,
        () ->
            lab.engine().claim(lab.service, Claim.subject(InspectedTenant.key(), other, subject)));
    var twice = Enqueue.task(InspectedTenant.key(), QUEUE, null);
    asOperator(twice);
    asOperator(twice);
    assertThat(metrics().claimConflictTotal()).isEqualTo(1);
    assertThat(metrics().idempotentReplayTotal()).isEqualTo(1);
    lab.complete(worker, lab.claimOne(worker, QUEUE));
    var requeue = Requeue.of(InspectedTenant.key(), subject, "r");
    lab.cancel(subject, false);
    asOperator(requeue);
    asOperator(requeue);
    assertThat(metrics().idempotentReplayTotal()).isEqualTo(2);
    // Each in the queue that it happened in, and in the tenant.
    var elsewhere =
        lab.engine().reads().queues().metrics(lab.tenantId()).stream()
            .filter(metrics -> metrics.queueKey().equals("elsewhere"))
            .findFirst()
            .orElseThrow();
    assertThat(elsewhere.claimConflictTotal()).isZero();
    assertThat(elsewhere.idempotentReplayTotal()).isZero();
    var neighbour = InspectedTenant.in(test).queue(QUEUE);
    assertThat(neighbour.engine().reads().queues().metrics(neighbour.tenantId()))
        .allSatisfy(
            metrics -> {
              assertThat(metrics.claimConflictTotal()).isZero();
              assertThat(metrics.idempotentReplayTotal()).isZero();
            });
  }

  private void later(long seconds) {
    asOperator(
        AlteredRecord.with(
            Enqueue.task(InspectedTenant.key(), QUEUE, null),
            "ready_at",
            evidence.now().plusSeconds(seconds)));
  }

  private QueueMetrics metrics(String queueKey) {
    return lab.engine().reads().queues().metrics(lab.tenantId()).stream()
        .filter(metrics -> metrics.queueKey().equals(queueKey))
        .findFirst()
        .orElseThrow();
  }

  private QueueMetrics metrics() {
    var found = metrics(QUEUE);
    assertThat(CountedAtOnce.depth(lab, QUEUE)).isEqualTo(found.queueDepth());
    return found;
  }
}
