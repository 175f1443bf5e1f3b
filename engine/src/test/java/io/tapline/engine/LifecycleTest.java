package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.model.ErrorClass;
import io.tapline.engine.model.ExecutionState;
import io.tapline.engine.testing.Lab;
import io.tapline.engine.testing.TestEngine;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LifecycleTest {

  private static TestEngine test;
  private Lab lab;

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
  }

  @Test
  void enqueued_work_is_claimed_started_and_completed() {
    var worker = lab.worker("w1");
    var subject = lab.enqueue(Lab.QUEUE);
    var item = lab.claimOne(worker, Lab.QUEUE);
    assertThat(item.subjectEuid()).isEqualTo(subject);
    assertThat(item.properties().get("sample").asString()).isEqualTo("S-1");
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.READY);
    lab.start(worker, item);
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.RUNNING);
    lab.complete(worker, item);
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.COMPLETED);
    assertThat(lab.claim(worker, Lab.QUEUE).claims()).isEmpty();
  }

  @Test
  void a_retryable_failure_comes_back_after_its_backoff() {
    var worker = lab.worker("w1");
    var subject = lab.enqueue(Lab.QUEUE);
    lab.fail(worker, lab.claimAndStart(worker, Lab.QUEUE), ErrorClass.TRANSIENT_SYSTEM);
    assertThat(lab.envelope(subject).attemptCount()).isEqualTo(1);
    assertThat(lab.claim(worker, Lab.QUEUE).claims()).isEmpty();
    test.advance(Duration.ofSeconds(11));
    assertThat(lab.claimOne(worker, Lab.QUEUE).attemptNumber()).isEqualTo(2);
  }

  @Test
  void a_lapsed_lease_gives_the_subject_to_the_next_worker() {
    var first = lab.worker("w1");
    var second = lab.worker("w2");
    lab.enqueue(Lab.QUEUE);
    lab.claimAndStart(first, Lab.QUEUE);
    test.advance(Duration.ofSeconds(61));
    assertThat(lab.claimOne(second, Lab.QUEUE).attemptNumber()).isEqualTo(2);
  }

  @Test
  void a_hold_stops_and_its_release_lets_go() {
    var worker = lab.worker("w1");
    var subject = lab.enqueue(Lab.QUEUE);
    var hold = lab.hold(subject).holdEuid();
    assertThat(lab.claim(worker, Lab.QUEUE).claims()).isEmpty();
    lab.releaseHold(hold);
    lab.complete(worker, lab.claimOne(worker, Lab.QUEUE));
    lab.requeue(subject);
    lab.cancel(subject, false);
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.CANCELED);
  }
}
