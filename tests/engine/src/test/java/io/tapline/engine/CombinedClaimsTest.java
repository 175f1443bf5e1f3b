package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ActionKey;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.Role;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.RegisterWorker;
import io.tapline.api.request.RegisterWorkerBuilder;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.InspectedTenant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Claims that wait for each other share a look at the queue, and each is as honest as alone. */
class CombinedClaimsTest extends CombinedLab {

  @Test
  void claims_share_a_look_and_each_gets_what_is_its_own() throws Exception {
    var workers = IntStream.range(0, 6).mapToObj(i -> lab.worker("c" + i)).toList();
    var subjects = lab.enqueue(QUEUE, 6);
    var requests =
        workers.stream()
            .<Supplier<ClaimAnswer>>map(
                one ->
                    () -> engine.claim(lab.service, Claim.one(InspectedTenant.key(), one, QUEUE)))
            .toList();
    long before = shared(ActionKey.CLAIM_QUEUE_ITEM);
    var answers = lane.together(someClaim(), requests).stream().map(HeldLane.Member::get).toList();
    assertThat(answers).extracting(ClaimAnswer::workerEuid).containsExactlyElementsOf(workers);
    // In the order in which they asked.
    assertThat(answers)
        .extracting(answer -> answer.claims().get(0).subjectEuid())
        .containsExactlyElementsOf(subjects);
    assertThat(shared(ActionKey.CLAIM_QUEUE_ITEM)).isEqualTo(before + 1);
    assertThat(
            evidence.transactions(
                answers.stream()
                    .map(answer -> answer.claims().get(0).leaseEuid())
                    .toArray(String[]::new)))
        .isEqualTo(1);
    assertSound();
  }

  @Test
  void a_claim_that_is_refused_or_left_over_is_told_so_and_no_other() throws Exception {
    var full = lab.worker("full", 1);
    lab.enqueue(QUEUE);
    lab.claimOne(full, QUEUE);
    var draining = lab.worker("draining");
    lab.administer(ActionKey.DRAIN_WORKER, draining);
    var foreign = lab.worker("foreign");
    var stranger = new Caller(lab.tenantId(), "another robot", Set.of(Role.WORKER_SERVICE));
    engine.execute(stranger, RegisterWorker.service(InspectedTenant.key(), "w2", 10));
    var one = lab.worker("one");
    var two = lab.worker("two");
    var three = lab.worker("three");
    var subjects = lab.enqueue(QUEUE, 2);
    var again = Claim.one(InspectedTenant.key(), one, QUEUE);
    long failed = failed(ActionKey.CLAIM_QUEUE_ITEM);
    var members =
        lane.together(
            someClaim(),
            List.of(
                claiming(lab.service, Claim.one(InspectedTenant.key(), full, QUEUE)),
                claiming(lab.service, again),
                claiming(lab.service, Claim.one(InspectedTenant.key(), draining, QUEUE)),
                claiming(stranger, Claim.one(InspectedTenant.key(), foreign, QUEUE)),
                claiming(lab.service, Claim.one(InspectedTenant.key(), two, QUEUE)),
                claiming(lab.service, Claim.one(InspectedTenant.key(), three, QUEUE)),
                claiming(lab.service, again)));
    var answers = members.stream().map(CombinedClaimsTest::answerOf).toList();
    assertThat(answers.get(0)).isEqualTo(Code.LEASE_LIMIT_REACHED);
    assertThat(answers.get(1)).isEqualTo(subjects.get(0));
    assertThat(answers.get(2)).isEqualTo(Code.WORKER_DRAINING);
    assertThat(answers.get(3)).isEqualTo(Code.FORBIDDEN);
    assertThat(answers.get(4)).isEqualTo(subjects.get(1));
    assertThat(answers.get(5)).isEqualTo(ClaimAnswer.NO_WORK);
    assertThat(answers.get(6)).isEqualTo(subjects.get(0));
    assertThat(members.get(6).get().replayed()).isTrue();
    assertThat(failed(ActionKey.CLAIM_QUEUE_ITEM)).as("nobody was tried again").isEqualTo(failed);
    assertSound();
  }

  private Supplier<ClaimAnswer> claiming(Caller caller, Claim command) {
    return () -> engine.claim(caller, command);
  }

  /** The subject, or that there was none, or the code of the refusal. */
  private static Object answerOf(HeldLane.Member<ClaimAnswer> member) {
    try {
      var answer = member.get();
      return answer.claims().isEmpty() ? answer.status() : answer.claims().get(0).subjectEuid();
    } catch (CompletionException e) {
      return ((RefusedException) e.getCause()).code();
    }
  }

  @Test
  void a_worker_that_is_locked_holds_its_own_claim_only() throws Exception {
    var locked = lab.worker("locked");
    var free = lab.worker("free");
    lab.enqueue(QUEUE, 2);
    long failed = failed(ActionKey.CLAIM_QUEUE_ITEM);
    try (var holder = lock("instance_registry", locked)) {
      var members =
          lane.together(
              someClaim(),
              List.of(
                  claiming(lab.service, Claim.one(InspectedTenant.key(), locked, QUEUE)),
                  claiming(lab.service, Claim.one(InspectedTenant.key(), free, QUEUE))));
      assertThat(members.get(1).get().claims()).hasSize(1);
      assertThat(failed(ActionKey.CLAIM_QUEUE_ITEM)).as("nobody waited").isEqualTo(failed);
      assertThat(members.get(0).answer()).isNotDone();
      holder.rollback();
      assertThat(members.get(0).get().claims()).hasSize(1);
    }
    assertSound();
  }

  @Test
  void work_that_others_have_locked_is_waited_for_after_a_shared_look_too() throws Exception {
    var one = lab.worker("one");
    var two = lab.worker("two");
    var subjects = lab.enqueue(QUEUE, 2);
    try (var holder = lock("instance_subject", subjects.get(0))) {
      var members =
          lane.together(
              someClaim(),
              List.of(
                  claiming(lab.service, Claim.one(InspectedTenant.key(), one, QUEUE)),
                  claiming(lab.service, Claim.one(InspectedTenant.key(), two, QUEUE))));
      assertThat(answerOf(members.get(0))).isEqualTo(subjects.get(1));
      assertThat(members.get(1).answer()).isNotDone();
      holder.rollback();
      assertThat(answerOf(members.get(1))).isEqualTo(subjects.get(0));
    }
  }

  @Test
  void workers_of_different_places_are_each_given_work_of_theirs() throws Exception {
    var everywhere = lab.worker("everywhere");
    var north =
        engine
            .execute(
                lab.service,
                RegisterWorkerBuilder.builder()
                    .meta(RequestMeta.key(InspectedTenant.key()))
                    .workerKey("north")
                    .workerType(io.tapline.api.WorkerType.SERVICE)
                    .capabilities(List.of())
                    .siteScope(List.of("north"))
                    .platformScope(List.of())
                    .assayScope(List.of())
                    .maxConcurrentLeases(10)
                    .build())
            .workerEuid();
    var first = enqueuedAt("south");
    enqueuedAt("south");
    var third = enqueuedAt("north");
    var members =
        lane.together(
            someClaim(),
            List.of(
                claiming(lab.service, Claim.one(InspectedTenant.key(), everywhere, QUEUE)),
                claiming(lab.service, Claim.one(InspectedTenant.key(), north, QUEUE))));
    assertThat(answerOf(members.get(0))).isEqualTo(first);
    assertThat(answerOf(members.get(1))).isEqualTo(third);
    var leases = members.stream().map(member -> member.get().claims().get(0).leaseEuid()).toList();
    assertThat(evidence.transactions(leases.toArray(String[]::new))).isEqualTo(1);
  }

  private String enqueuedAt(String site) {
    var command =
        AlteredRecord.with(Enqueue.task(InspectedTenant.key(), QUEUE, null), "scope.site", site);
    return engine.execute(lab.operator, command).subjectEuid();
  }
}
