package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ActionKey;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Command;
import io.tapline.api.request.CreateQueue;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.Renew;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.RetireQueue;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.Caller;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.ConcurrentPair;
import io.tapline.engine.testing.EveryAction;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A repeated request returns the original answer, whatever happened since. */
class ReplayTest extends InspectedTenantTest {

  private static final int ROUNDS = 4;

  @ParameterizedTest
  @EnumSource
  void every_action_is_replayed_field_by_field_and_changes_nothing(ActionKey action) {
    var ask = new EveryAction(lab).ask(action);
    var first = run(ask.caller(), ask.command());
    assertThat(replayed(first)).isFalse();
    var rows = evidence.checksum();
    advance(1);
    assertThat(run(ask.caller(), ask.command())).isEqualTo(again(first));
    assertThat(run(ask.caller(), ask.command())).isEqualTo(again(first));
    assertThat(evidence.checksum()).isEqualTo(rows);
  }

  @ParameterizedTest
  @EnumSource
  void every_action_refuses_its_key_with_another_payload(ActionKey action) {
    var ask = new EveryAction(lab).ask(action);
    run(ask.caller(), ask.command());
    refused(Code.IDEMPOTENCY_CONFLICT, () -> run(ask.caller(), ask.other()));
  }

  @ParameterizedTest
  @EnumSource
  void two_identical_requests_that_race_commit_once(ActionKey action) {
    for (int round = 0; round < ROUNDS; round++) {
      var ask = new EveryAction(lab).ask(action);
      var answers = ConcurrentPair.same(() -> run(ask.caller(), ask.command()));
      assertThat(answers).extracting(ReplayTest::replayed).containsExactlyInAnyOrder(true, false);
      var first = answers.stream().filter(answer -> !replayed(answer)).findFirst().orElseThrow();
      assertThat(answers).contains(first, again(first));
      assertThat(
              lab.count(
                  "generic_instance where tenant_id = ? and storage_class in ('action', 'pulse')"
                      + " and idempotency_key = ? and ordinal = 0",
                  lab.tenantId(),
                  ask.command().meta().idempotencyKey()))
          .isEqualTo(1);
    }
  }

  @Test
  void the_reason_of_a_renewal_is_evidence_and_part_of_what_its_key_stands_for() {
    lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    var renew =
        new Renew(
            RequestMeta.key(InspectedTenant.key()),
            worker,
            item.leaseEuid(),
            StatePrecondition.NOTHING,
            "slow");
    run(lab.service, renew);
    assertThat(
            lab.count(
                "instance_pulse where tenant_id = ? and json_addl #>> '{properties,reason}' = ?",
                lab.tenantId(),
                "slow"))
        .isEqualTo(1);
    refused(
        Code.IDEMPOTENCY_CONFLICT,
        () -> run(lab.service, AlteredRecord.with(renew, "reason", "very slow")));
  }

  @Test
  void a_claim_of_many_is_replayed_as_a_whole_even_when_its_work_is_done() {
    lab.enqueue(QUEUE, 20);
    var claim = Claim.batch(InspectedTenant.key(), worker, QUEUE, 20, true);
    var first = lab.engine().claim(lab.service, claim);
    assertThat(first.claims()).hasSize(20);
    first.claims().forEach(item -> lab.complete(worker, item));
    lab.enqueue(QUEUE, 5);
    var rows = evidence.checksum();
    assertThat(lab.engine().claim(lab.service, claim)).isEqualTo(again(first));
    assertThat(evidence.checksum()).isEqualTo(rows);
  }

  @Test
  void no_work_and_refusals_store_nothing_so_the_key_may_be_used_again() {
    var claim = Claim.one(InspectedTenant.key(), worker, QUEUE);
    var rows = evidence.checksum();
    assertThat(lab.engine().claim(lab.service, claim).status()).isEqualTo(ClaimAnswer.NO_WORK);
    assertThat(evidence.checksum()).isEqualTo(rows);
    lab.enqueue(QUEUE);
    assertThat(lab.engine().claim(lab.service, claim).claims()).hasSize(1);
    var enqueue = Enqueue.task(InspectedTenant.key(), "later", null);
    refused(Code.NOT_FOUND, "queue_key", () -> asOperator(enqueue));
    lab.queue("later");
    assertThat(asOperator(enqueue).replayed()).isFalse();
  }

  @Test
  void a_batch_is_replayed_and_refused_item_by_item() {
    var known = Enqueue.task("known", QUEUE, null);
    var subject = asOperator(known).subjectEuid();
    var outcomes =
        lab.engine()
            .executeAll(
                lab.operator,
                List.of(
                    known,
                    Enqueue.task("known", QUEUE, Json.object().put("other", true)),
                    Enqueue.task("twin", QUEUE, null),
                    Enqueue.task("twin", QUEUE, null),
                    Enqueue.task("twin", QUEUE, Json.object().put("other", true)),
                    Enqueue.task("nowhere", "no_such_queue", null)));
    assertThat(outcomes.get(0).answer().replayed()).isTrue();
    assertThat(outcomes.get(0).answer().subjectEuid()).isEqualTo(subject);
    assertThat(outcomes.get(1).refusal().code()).isEqualTo(Code.IDEMPOTENCY_CONFLICT);
    assertThat(outcomes.get(2).answer().replayed()).isFalse();
    assertThat(outcomes.get(3).answer()).isEqualTo(outcomes.get(2).answer().again());
    assertThat(outcomes.get(4).refusal().code()).isEqualTo(Code.IDEMPOTENCY_CONFLICT);
    assertThat(outcomes.get(5).refusal().code()).isEqualTo(Code.NOT_FOUND);
  }

  @Test
  void a_late_duplicate_of_a_retirement_does_not_retire_the_successor_of_the_same_key() {
    var create =
        new CreateQueue(
            RequestMeta.key(InspectedTenant.key()), "reused", InspectedTenant.fields(60, 3));
    var created = asAdmin(create);
    var retire = new RetireQueue(RequestMeta.key(InspectedTenant.key()), "reused", "old", null);
    var retired = asAdmin(retire);
    lab.queue("reused");
    var rows = evidence.checksum();
    assertThat(asAdmin(retire)).isEqualTo(retired.again());
    assertThat(asAdmin(create)).isEqualTo(created.again());
    assertThat(evidence.checksum()).isEqualTo(rows);
  }

  private Object run(Caller caller, Command command) {
    return command instanceof Claim claim
        ? lab.engine().claim(caller, claim)
        : lab.engine().execute(caller, command);
  }

  private static boolean replayed(Object answer) {
    return answer instanceof ClaimAnswer claim
        ? claim.replayed()
        : ((ActionAnswer) answer).replayed();
  }

  private static Object again(Object answer) {
    return answer instanceof ClaimAnswer claim
        ? new ClaimAnswer(claim.status(), true, claim.workerEuid(), claim.claims())
        : ((ActionAnswer) answer).again();
  }
}
