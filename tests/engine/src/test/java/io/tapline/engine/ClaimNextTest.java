package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;
import io.tapline.api.OnFailure;
import io.tapline.api.request.Claim;
import io.tapline.api.request.ClaimBuilder;
import io.tapline.api.request.CreateWorkflow;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.Fail;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.tapdb.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A worker reports and asks for more: one request, one transaction, the evidence of two. */
class ClaimNextTest extends ClaimNextReports {

  @Test
  void a_worker_with_one_place_ends_its_work_and_has_the_next_in_one_transaction() {
    var robot = lab.worker("single", 1);
    var subjects = lab.enqueue(QUEUE, 3);
    var first = begun(robot);
    var complete = completion(robot, first);
    var next = next(robot);
    var reported = report(complete, next);
    assertThat(only(reported).orThrow().subjectEuid()).isEqualTo(subjects.get(0));
    assertThat(reported.claimed().orThrow().status()).isEqualTo(ClaimAnswer.CLAIMED);
    var second = given(reported);
    assertThat(second.subjectEuid()).isEqualTo(subjects.get(1));
    assertThat(state(first)).isEqualTo(ExecutionState.COMPLETED);
    assertThat(state(second)).isEqualTo(ExecutionState.RUNNING);
    assertThat(evidence.transactions(only(reported).answer().actionEuid(), second.actionEuid()))
        .isEqualTo(1);
    // A failure likewise.
    var failed =
        report(
            Fail.of(
                InspectedTenant.key(),
                second.subjectEuid(),
                robot,
                second.leaseEuid(),
                ErrorClass.PERMANENT_INPUT,
                "it broke"),
            next(robot));
    assertThat(state(second)).isEqualTo(ExecutionState.FAILED_TERMINAL);
    assertThat(given(failed).subjectEuid()).isEqualTo(subjects.get(2));
    assertThat(
            evidence.transactions(only(failed).answer().actionEuid(), given(failed).actionEuid()))
        .isEqualTo(1);
    assertSound();
  }

  @Test
  void a_lapse_that_is_settled_before_the_claim_leaves_report_and_claim_one_transaction() {
    var general = new Engine(test.serving());
    general.generalPathOnly();
    var lapsing = lab.worker("lapsing", 1);
    var robot = lab.worker("single", 1);
    var subjects = lab.enqueue(QUEUE, 2);
    begun(lapsing);
    var item = begun(robot);
    advance(30);
    lab.renew(robot, item);
    advance(31);
    var reported = general.report(lab.service, List.of(completion(robot, item)), next(robot));
    assertThat(only(reported).orThrow().replayed()).isFalse();
    assertThat(given(reported).subjectEuid()).isEqualTo(subjects.get(0));
    assertThat(
            evidence.transactions(
                only(reported).answer().actionEuid(), given(reported).actionEuid()))
        .isEqualTo(1);
    assertSound();
  }

  @Test
  void a_claim_that_was_answered_with_no_work_is_answered_so_again() {
    var claim = next(worker);
    var waiting = next(worker);
    assertThat(engine.claimOnce(lab.service, claim).claims()).isEmpty();
    assertThat(engine.claim(lab.service, waiting).claims()).isEmpty();
    lab.enqueue(QUEUE, 2);
    assertThat(engine.isNoWorkRemembered(lab.service, claim)).isTrue();
    assertThat(engine.claimOnce(lab.service, claim).status()).isEqualTo(ClaimAnswer.NO_WORK);
    // A caller that still waits is granted work, and so is a claim with another key.
    assertThat(engine.claimOnce(lab.service, waiting).claims()).hasSize(1);
    var granted = engine.claimOnce(lab.service, next(worker));
    assertThat(granted.claims()).hasSize(1);
    assertSound();
  }

  @Test
  void a_claim_that_another_server_has_granted_since_is_replayed() {
    var claim = next(worker);
    assertThat(engine.claimOnce(lab.service, claim).claims()).isEmpty();
    lab.enqueue(QUEUE);
    var granted = new Engine(test.serving()).claim(lab.service, claim).claims();
    var again = engine.claimOnce(lab.service, claim);
    assertThat(again.replayed()).isTrue();
    assertThat(again.claims()).isEqualTo(granted).hasSize(1);
  }

  @Test
  void a_report_whose_claim_found_no_work_is_answered_so_again() {
    lab.enqueue(QUEUE);
    var complete = completion(worker, begun(worker));
    var next = next(worker);
    assertThat(engine.reportOnce(lab.service, List.of(complete), next).claimed().noWork()).isTrue();
    lab.enqueue(QUEUE);
    var again = engine.reportOnce(lab.service, List.of(complete), next);
    assertThat(only(again).orThrow().replayed()).isTrue();
    assertThat(again.claimed().noWork()).isTrue();
    assertThat(begun(worker)).isNotNull();
    assertSound();
  }

  @Test
  void the_evidence_is_that_of_two_requests() {
    var subjects = lab.enqueue(QUEUE, 4);
    var complete = completion(worker, begun(worker));
    var next = next(worker);
    report(complete, next);
    var alone = completion(worker, begun(worker));
    engine.execute(lab.service, alone);
    var claim = next(worker);
    engine.claim(lab.service, claim);
    assertSameEvidence(subjects.get(0), complete, subjects.get(2), alone);
    assertSameEvidence(subjects.get(1), next, subjects.get(3), claim);
    assertSound();
  }

  /** But for what is each one's own. */
  private void assertSameEvidence(
      String one, io.tapline.api.request.Command command, String other, Object alone) {
    var first = evidence.lastAction(one);
    var second = evidence.lastAction(other);
    assertThat(first)
        .usingRecursiveComparison()
        .ignoringFieldsMatchingRegexes(".*Euid", ".*At", "idempotencyKey", "payloadHash", "events")
        .ignoringFields("execution.correlationId", "correlationId", "result")
        .isEqualTo(second);
    assertThat(first.idempotencyKey()).isEqualTo(command.meta().idempotencyKey());
    assertThat(first.events()).hasSameSizeAs(second.events());
    assertThat(alone).isNotNull();
  }

  @Test
  void no_work_is_told_beside_the_ending() {
    var item = started(1).get(0);
    var reported = report(completion(item), next(worker));
    assertThat(only(reported).refused()).isFalse();
    assertThat(reported.claimed().orThrow()).isEqualTo(ClaimAnswer.noWork(worker));
    assertThat(state(item)).isEqualTo(ExecutionState.COMPLETED);
  }

  @Test
  void the_same_report_again_is_told_the_same_ending_and_the_same_lease() {
    lab.enqueue(QUEUE, 3);
    var complete = completion(begun(worker));
    var next = next(worker);
    var first = report(complete, next);
    var before = evidence.checksum();
    var again = report(complete, next);
    assertThat(only(again).answer()).isEqualTo(only(first).answer().again());
    assertThat(again.claimed().orThrow().replayed()).isTrue();
    assertThat(again.claimed().orThrow().claims()).isEqualTo(first.claimed().orThrow().claims());
    // The ending is an action of its own: it is the same whatever is asked for beside it.
    assertThat(engine.execute(lab.service, complete)).isEqualTo(only(first).answer().again());
    assertThat(engine.claim(lab.service, next).claims())
        .isEqualTo(first.claimed().orThrow().claims());
    var more = Claim.batch(next.meta().idempotencyKey(), worker, QUEUE, 2, true);
    var conflict = report(complete, more);
    assertThat(only(conflict).answer().replayed()).isTrue();
    assertThat(conflict.claimed().refusal().code()).isEqualTo(Code.IDEMPOTENCY_CONFLICT);
    assertThat(evidence.checksum()).isEqualTo(before);
    // An ending that was told before and asked for nothing then may ask now.
    assertThat(report(complete, next(worker)).claimed().orThrow().claims()).hasSize(1);
  }

  @Test
  void what_waited_for_the_ending_may_be_what_is_claimed_next() {
    var first = step("first");
    var second = step("second", "first");
    asOperator(
        new CreateWorkflow(
            RequestMeta.key(InspectedTenant.key()),
            "pipeline",
            "MOT:x",
            "olga",
            List.of(first, second)));
    var item = begun(worker);
    var reported = report(completion(item), next(worker));
    assertThat(given(reported).subjectEuid()).isNotEqualTo(item.subjectEuid());
  }

  private static CreateWorkflow.WorkflowStep step(String name, String... after) {
    return new CreateWorkflow.WorkflowStep(
        name,
        Enqueue.task(InspectedTenant.key(), QUEUE, Json.object()),
        List.of(after),
        after.length == 0 ? null : OnFailure.WAIT);
  }

  @Test
  void any_queue_that_the_worker_serves_will_do() {
    var item = started(1).get(0);
    lab.enqueue("elsewhere");
    var any =
        ClaimBuilder.builder()
            .meta(RequestMeta.key(InspectedTenant.key()))
            .workerEuid(worker)
            .maxItems(1)
            .start(true)
            .build();
    assertThat(given(report(completion(item), any)).queueKey()).isEqualTo("elsewhere");
  }

  @Test
  void many_endings_and_a_claim_are_one_transaction_too() {
    var items = started(12);
    lab.enqueue(QUEUE, 12);
    var next = Claim.batch(InspectedTenant.key(), worker, QUEUE, 12, true);
    var reported = engine.report(lab.service, items.stream().map(this::completion).toList(), next);
    assertThat(reported.claimed().orThrow().claims()).hasSize(12);
    assertThat(
            evidence.transactions(
                only(reported).answer().actionEuid(), given(reported).actionEuid()))
        .isEqualTo(1);
  }
}
