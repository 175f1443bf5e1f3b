package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapline.engine.command.Claim;
import io.tapline.engine.command.ClaimBuilder;
import io.tapline.engine.command.Complete;
import io.tapline.engine.command.CompleteBuilder;
import io.tapline.engine.command.CreateWorkflow;
import io.tapline.engine.command.Enqueue;
import io.tapline.engine.command.Fail;
import io.tapline.engine.command.LeaseCommand;
import io.tapline.engine.command.QueueFields;
import io.tapline.engine.command.Release;
import io.tapline.engine.command.RequestMeta;
import io.tapline.engine.command.StatePrecondition;
import io.tapline.engine.command.UpdateQueue;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ClaimAnswer;
import io.tapline.engine.model.Code;
import io.tapline.engine.model.ErrorClass;
import io.tapline.engine.model.ExecutionState;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.OnFailure;
import io.tapline.engine.model.ReportOutcome;
import io.tapline.engine.model.Role;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.StoreException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** A worker reports and asks for more: one request, one transaction, the evidence of two. */
class ClaimNextTest extends CombinedLab {

  private Claim next(String robot) {
    return Claim.batch(InspectedTenant.key(), robot, QUEUE, 1, true);
  }

  private Complete completion(String robot, ClaimAnswer.Item item) {
    return Complete.of(InspectedTenant.key(), item.subjectEuid(), robot, item.leaseEuid());
  }

  private ReportOutcome report(LeaseCommand ending, Claim next) {
    return engine.report(lab.service, List.of(ending), next);
  }

  private ClaimAnswer.Item begun(String robot) {
    return engine.claim(lab.service, next(robot)).claims().get(0);
  }

  private static ItemOutcome only(ReportOutcome reported) {
    return reported.outcomes().get(0);
  }

  private static ClaimAnswer.Item given(ReportOutcome reported) {
    return reported.claimed().orThrow().claims().get(0);
  }

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
      String one, io.tapline.engine.command.Command asked, String other, Object alone) {
    var first = evidence.lastAction(one);
    var second = evidence.lastAction(other);
    assertThat(first)
        .usingRecursiveComparison()
        .ignoringFieldsMatchingRegexes(".*Euid", ".*At", "idempotencyKey", "payloadHash", "events")
        .ignoringFields("execution.correlationId", "correlationId", "result")
        .isEqualTo(second);
    assertThat(first.idempotencyKey()).isEqualTo(asked.meta().idempotencyKey());
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
  void what_is_said_against_the_claim_leaves_the_ending_as_it_is() {
    var full = lab.worker("full", 2);
    lab.enqueue(QUEUE, 5);
    var items = List.of(begun(full), begun(full), begun(worker), begun(worker));
    var greedy =
        ClaimBuilder.builder()
            .meta(RequestMeta.key(InspectedTenant.key()))
            .workerEuid(full)
            .queueKey("nowhere")
            .maxItems(1)
            .start(true)
            .build();
    var unknown = report(completion(full, items.get(0)), greedy);
    assertThat(unknown.claimed().refusal().code()).isEqualTo(Code.NOT_FOUND);
    assertThat(unknown.claimed().refusal().field()).isEqualTo("claim_next.queue_key");
    assertThat(unknown.claimed().refusal().message())
        .isEqualTo("claim_next.queue_key: there is no queue nowhere");
    var late = next(worker).until(evidence.now().minusSeconds(1));
    assertThat(report(completion(items.get(2)), late).claimed().refusal().code())
        .isEqualTo(Code.CLAIM_TOO_LATE);
    // The queue is paused.
    asAdmin(
        new UpdateQueue(
            RequestMeta.key(InspectedTenant.key()),
            QUEUE,
            1L,
            QueueFields.builder().enabled(false).disabledReason("paused").build(),
            null));
    assertThat(report(completion(items.get(3)), next(worker)).claimed().refusal().code())
        .isEqualTo(Code.QUEUE_DISABLED);
    lab.administer(ActionKey.DRAIN_WORKER, full);
    assertThat(report(completion(full, items.get(1)), next(full)).claimed().refusal().code())
        .isEqualTo(Code.WORKER_DRAINING);
    assertThat(items).extracting(this::state).containsOnly(ExecutionState.COMPLETED);
    assertThat(engine.stats().refusals(lab.tenantId()))
        .containsKey("claim_queue_item/WORKER_DRAINING");
    assertSound();
  }

  @Test
  void an_ending_that_is_refused_claims_nothing() {
    lab.enqueue(QUEUE);
    var item = begun(worker);
    lab.enqueue(QUEUE);
    advance(1_000);
    lab.engine().sweep(lab.tenantId());
    var before = evidence.checksum();
    var reported = report(completion(item), next(worker));
    assertThat(only(reported).refusal().code()).isEqualTo(Code.LEASE_EXPIRED);
    assertThat(reported.claimed()).isNull();
    assertThat(evidence.checksum()).isEqualTo(before);
    // Of several it is enough that one stands.
    var other = begun(worker);
    var both = List.of(completion(item), completion(other));
    var some = engine.report(lab.service, both, next(worker));
    assertThat(some.outcomes()).extracting(ItemOutcome::refused).containsExactly(true, false);
    assertThat(some.claimed().orThrow().claims()).hasSize(1);
    assertSound();
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
  void a_claim_that_cannot_be_one_refuses_the_report() {
    lab.enqueue(QUEUE, 2);
    var item = begun(worker);
    var complete = completion(item);
    var other = lab.worker("other");
    var key = InspectedTenant.key();
    invalid("claim_next.max_items", complete, Claim.batch(key, worker, QUEUE, 0, true));
    invalid(
        "claim_next.lease_ttl_seconds",
        complete,
        ClaimBuilder.builder()
            .meta(RequestMeta.key(key))
            .workerEuid(worker)
            .queueKey(QUEUE)
            .maxItems(1)
            .start(true)
            .leaseTtlSeconds(0)
            .build());
    invalid("claim_next.idempotency_key", complete, Claim.one(null, worker, QUEUE));
    invalid("claim_next.subject_euid", complete, Claim.subject(key, worker, item.subjectEuid()));
    invalid("claim_next", complete, Claim.one(key, other, QUEUE));
    invalid("claim_next", overriding(item), Claim.one(key, worker, QUEUE));
    invalid(
        "claim_next",
        new Release(
            RequestMeta.key(key), worker, item.leaseEuid(), StatePrecondition.NOTHING, false, null),
        Claim.one(key, worker, QUEUE));
    // What is said against the ending comes first.
    var bad = Complete.of(InspectedTenant.key(), null, worker, item.leaseEuid());
    assertThat(only(report(bad, Claim.batch(key, worker, QUEUE, 0, true))).refusal().field())
        .isEqualTo("subject_euid");
    var nobody = new Caller(lab.tenantId(), "nobody", Set.of());
    assertThat(only(engine.report(nobody, List.of(complete), next(worker))).refusal().code())
        .isEqualTo(Code.FORBIDDEN);
    assertThat(state(item)).isEqualTo(ExecutionState.RUNNING);
  }

  private void invalid(String field, LeaseCommand ending, Claim next) {
    refused(Code.VALIDATION_FAILED, field, () -> report(ending, next));
  }

  private Complete overriding(ClaimAnswer.Item item) {
    return CompleteBuilder.builder()
        .meta(RequestMeta.key(InspectedTenant.key()))
        .subjectEuid(item.subjectEuid())
        .leaseEuid(item.leaseEuid())
        .expect(StatePrecondition.NOTHING)
        .override(true)
        .reason("by hand")
        .build();
  }

  @Test
  void another_workers_report_is_refused_before_anything_is_claimed_for_it() {
    lab.enqueue(QUEUE, 2);
    var item = begun(worker);
    var stranger = new Caller(lab.tenantId(), "another robot", Set.of(Role.WORKER_SERVICE));
    engine.execute(
        stranger,
        io.tapline.engine.command.RegisterWorker.service(InspectedTenant.key(), "theirs", 10));
    var before = evidence.checksum();
    var reported = engine.report(stranger, List.of(completion(item)), next(worker));
    assertThat(only(reported).refused()).isTrue();
    assertThat(reported.claimed()).isNull();
    assertThat(evidence.checksum()).isEqualTo(before);
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

  @Test
  void a_transaction_that_came_to_nothing_frees_no_place() {
    var robot = lab.worker("single", 1);
    var broken = new AtomicBoolean();
    var mine = new Engine(breaking("commit", null, broken));
    lab.enqueue(QUEUE, 3);
    var item = mine.claim(lab.service, next(robot)).claims().get(0);
    var complete = completion(robot, item);
    broken.set(true);
    assertThatThrownBy(() -> mine.report(lab.service, List.of(complete), next(robot)))
        .isInstanceOf(StoreException.class);
    broken.set(false);
    assertThat(refusal(() -> mine.claim(lab.service, next(robot))).code())
        .isEqualTo(Code.LEASE_LIMIT_REACHED);
    assertThat(given(mine.report(lab.service, List.of(complete), next(robot)))).isNotNull();
    assertSound();
  }

  @Test
  void a_fault_in_the_way_of_the_claim_leaves_the_ending_as_it_is() {
    var broken = new AtomicBoolean();
    var mine = new Engine(breaking("prepareStatement", "live_leases", broken));
    lab.enqueue(QUEUE, 2);
    var item = mine.claim(lab.service, next(worker)).claims().get(0);
    var complete = completion(item);
    var next = next(worker);
    broken.set(true);
    var reported = mine.report(lab.service, List.of(complete), next);
    assertThat(only(reported).orThrow().replayed()).isFalse();
    assertThat(state(item)).isEqualTo(ExecutionState.COMPLETED);
    assertThat(reported.claimed().fault())
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("the disk is full");
    broken.set(false);
    var again = mine.report(lab.service, List.of(complete), next);
    assertThat(only(again).orThrow().replayed()).isTrue();
    assertThat(again.claimed().orThrow().claims()).hasSize(1);
    assertSound();
  }

  /** Connections that cannot do this while they are broken: what they did is rolled back. */
  private static DataSource breaking(String call, String text, AtomicBoolean broken) {
    return (DataSource)
        Proxy.newProxyInstance(
            ClaimNextTest.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (self, method, arguments) -> {
              var result = called(method, test.serving(), arguments);
              return result instanceof Connection connection
                  ? Proxy.newProxyInstance(
                      ClaimNextTest.class.getClassLoader(),
                      new Class<?>[] {Connection.class},
                      (same, verb, values) -> {
                        if (broken.get()
                            && verb.getName().equals(call)
                            && (text == null || ((String) values[0]).contains(text))) {
                          connection.rollback();
                          throw new SQLException("the disk is full", "53100");
                        }
                        return called(verb, connection, values);
                      })
                  : result;
            });
  }

  private static Object called(java.lang.reflect.Method method, Object target, Object[] values)
      throws Throwable {
    try {
      return method.invoke(target, values);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
