package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.command.Perform;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.Answer;
import io.tapline.engine.model.ClaimAnswer;
import io.tapline.engine.model.EventType;
import io.tapline.engine.testing.Evidence;
import io.tapline.engine.testing.Lab;
import io.tapline.engine.testing.Workshop;
import io.tapline.engine.testkit.ScratchEngine;
import io.tapline.tapdb.FeedCursor;
import io.tapline.tapdb.Json;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What action, answer, event and record say of a step: under which lease, and by which action. */
class StepEvidenceTest {

  private static final String QUEUE = "parts";
  private static final String MAKE = "make_part";

  private static ScratchEngine test;
  private Lab lab;
  private Evidence evidence;
  private String worker;

  @BeforeAll
  static void open() {
    test = new ScratchEngine(5, List.of(new Workshop(MAKE)));
  }

  @AfterAll
  static void close() {
    test.close();
  }

  @BeforeEach
  void fresh() {
    lab = Lab.in(test).queue(QUEUE);
    evidence = new Evidence(test, lab.tenantId());
    worker = lab.worker("w1");
  }

  @Test
  void a_start_says_under_which_lease_and_for_which_attempt() {
    lab.enqueue(QUEUE);
    var item = lab.claimOne(worker, QUEUE);
    requireStarted(item, lab.start(worker, item));
    assertThat(evidence.lastAction(item.subjectEuid()).actionKey())
        .isEqualTo(ActionKey.START_QUEUE_EXECUTION);
  }

  @Test
  void an_action_of_a_pack_that_starts_says_so_too() {
    lab.enqueue(QUEUE);
    var item = lab.claimOne(worker, QUEUE);
    requireStarted(item, perform("begin_" + MAKE, item));
    assertThat(evidence.lastAction(item.subjectEuid()).verb())
        .isEqualTo(ActionKey.START_QUEUE_EXECUTION);
  }

  private void requireStarted(ClaimAnswer.Item item, Answer answer) {
    assertThat(answer.leaseEuid()).isEqualTo(item.leaseEuid());
    assertThat(answer.recordEuid()).isEqualTo(item.recordEuid());
    var action = evidence.lastAction(item.subjectEuid());
    assertThat(action.leaseEuid()).isEqualTo(item.leaseEuid());
    assertThat(action.recordEuid()).isEqualTo(item.recordEuid());
    assertThat(action.workerEuid()).isEqualTo(worker);
    var events =
        lab.events()
            .page(lab.tenantId(), FeedCursor.START, item.subjectEuid(), EventType.JOB_STARTED, 10)
            .items();
    assertThat(events).hasSize(1);
    assertThat(events.get(0).payload())
        .containsEntry("lease_euid", item.leaseEuid())
        .containsEntry("record_euid", item.recordEuid());
  }

  private Answer perform(String action, ClaimAnswer.Item item) {
    return lab.engine()
        .execute(
            lab.service,
            Perform.of(
                Lab.key(), action, item.subjectEuid(), worker, item.leaseEuid(), Json.object()));
  }
}
