package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tapline.engine.command.Enqueue;
import io.tapline.engine.command.Meta;
import io.tapline.engine.model.Code;
import io.tapline.engine.model.ErrorClass;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.read.QueueMetrics;
import io.tapline.engine.testing.Lab;
import io.tapline.engine.testing.TestEngine;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Source 000 §11.7: the figures of a queue. */
class MetricsTest {

  private static TestEngine test;
  private Lab lab;
  private String worker;

  @BeforeAll
  static void open() {
    test = new TestEngine();
  }

  @AfterAll
  static void close() {
    test.close();
  }

  @BeforeEach
  void fresh() {
    lab = test.lab().queue(Lab.QUEUE);
    worker = lab.worker("w1");
  }

  @Test
  void queue_metrics_correctness() {
    lab.enqueue(Lab.QUEUE, 5);
    test.advance(Duration.ofSeconds(30));
    // One of each other kind: held, leased, dead-lettered, waiting for its retry, not ready yet,
    // done.
    lab.hold(lab.claimOne(worker, Lab.QUEUE).subjectEuid());
    lab.fail(worker, lab.claimAndStart(worker, Lab.QUEUE), ErrorClass.PERMANENT_INPUT);
    lab.fail(worker, lab.claimAndStart(worker, Lab.QUEUE), ErrorClass.TRANSIENT_SYSTEM);
    lab.complete(worker, lab.claimAndStart(worker, Lab.QUEUE));
    lab.claimAndStart(worker, Lab.QUEUE);
    later(3_600);
    lab.enqueue(Lab.QUEUE, 3);
    test.advance(Duration.ofSeconds(2));

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
    lab.enqueue(Lab.QUEUE);
    test.advance(Duration.ofSeconds(100));
    lab.enqueue(Lab.QUEUE);
    assertThat(metrics().oldestJobAgeSeconds()).isBetween(100.0, 130.0);
    assertThat(metrics().newestJobAgeSeconds()).isBetween(0.0, 30.0);
  }

  @Test
  void a_lapsed_lease_counts_as_visible_before_anyone_settles_it_and_as_expired_after() {
    lab.enqueue(Lab.QUEUE);
    lab.claimAndStart(worker, Lab.QUEUE);
    assertThat(metrics().queueDepth()).isZero();
    test.advance(Duration.ofSeconds(61));
    assertThat(metrics().queueDepth()).isEqualTo(1);
    assertThat(metrics().activeLeases()).isZero();
    assertThat(metrics().expiredLeasesTotal()).isZero();
    assertThat(lab.engine().sweep(lab.tenantId())).isEqualTo(1);
    assertThat(metrics().queueDepth()).isEqualTo(1);
    assertThat(metrics().expiredLeasesTotal()).isEqualTo(1);
  }

  @Test
  void rates_are_those_of_the_window_only() {
    lab.enqueue(Lab.QUEUE);
    lab.complete(worker, lab.claimAndStart(worker, Lab.QUEUE));
    assertThat(metrics().throughputSuccessPerMinute()).isPositive();
    test.advance(Duration.ofMinutes(6));
    assertThat(metrics().throughputSuccessPerMinute()).isZero();
    assertThat(metrics().failureRate()).isZero();
  }

  @Test
  void a_reconciliation_is_not_throughput() {
    var subject = lab.enqueue(Lab.QUEUE);
    lab.cancel(subject, false);
    lab.requeue(subject);
    assertThat(metrics().throughputSuccessPerMinute()).isZero();
  }

  @Test
  void a_worker_with_a_stale_heartbeat_is_not_online() {
    assertThat(metrics().workerOnlineCount()).isEqualTo(1);
    test.advance(Duration.ofSeconds(20));
    assertThat(metrics().workerHeartbeatLagSeconds()).isBetween(20.0, 50.0);
    test.advance(Duration.ofSeconds(60));
    assertThat(metrics().workerOnlineCount()).isZero();
    assertThat(metrics().workerHeartbeatLagSeconds()).isNull();
  }

  @Test
  void conflicts_and_replays_are_counted() {
    var subject = lab.enqueue(Lab.QUEUE);
    lab.claimOne(worker, Lab.QUEUE);
    var other = lab.worker("w2");
    try {
      lab.engine()
          .claim(lab.service, io.tapline.engine.command.Claim.subject(Lab.key(), other, subject));
    } catch (RefusedException e) {
      assertThat(e.code()).isEqualTo(Code.ALREADY_LEASED);
    }
    var twice = Enqueue.task(Lab.key(), Lab.QUEUE, null);
    lab.engine().execute(lab.operator, twice);
    lab.engine().execute(lab.operator, twice);
    assertThat(metrics().claimConflictTotal()).isPositive();
    assertThat(metrics().idempotentReplayTotal()).isEqualTo(1);
  }

  private void later(long seconds) {
    lab.engine()
        .execute(
            lab.operator,
            new Enqueue(
                Meta.key(Lab.key()),
                Enqueue.TASK,
                null,
                null,
                null,
                Lab.QUEUE,
                null,
                null,
                Instant.now().plusSeconds(seconds + 1_000_000),
                null,
                null,
                null));
  }

  private QueueMetrics metrics() {
    return lab.engine().reads().queues().metrics(lab.tenantId()).get(0);
  }
}
