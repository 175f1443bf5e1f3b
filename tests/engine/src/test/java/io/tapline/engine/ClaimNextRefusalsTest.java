package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapline.api.ActionKey;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.ExecutionState;
import io.tapline.api.Role;
import io.tapline.api.request.Claim;
import io.tapline.api.request.ClaimBuilder;
import io.tapline.api.request.Complete;
import io.tapline.api.request.CompleteBuilder;
import io.tapline.api.request.LeaseCommand;
import io.tapline.api.request.QueueFields;
import io.tapline.api.request.Release;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.StatePrecondition;
import io.tapline.api.request.UpdateQueue;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.pipeline.BackgroundFailures.Task;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.tapdb.StoreException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/**
 * A report that asks for more, where the ending, the claim or the transaction is refused or fails.
 */
class ClaimNextRefusalsTest extends ClaimNextReports {

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
    // One accepted ending is sufficient.
    var other = begun(worker);
    var both = List.of(completion(item), completion(other));
    var some = engine.report(lab.service, both, next(worker));
    assertThat(some.outcomes()).extracting(ItemOutcome::refused).containsExactly(true, false);
    assertThat(some.claimed().orThrow().claims()).hasSize(1);
    assertSound();
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
    // A refusal of the ending takes precedence.
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
        io.tapline.api.request.RegisterWorker.service(InspectedTenant.key(), "theirs", 10));
    var before = evidence.checksum();
    var reported = engine.report(stranger, List.of(completion(item)), next(worker));
    assertThat(only(reported).refused()).isTrue();
    assertThat(reported.claimed()).isNull();
    assertThat(evidence.checksum()).isEqualTo(before);
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
    var mine =
        new Engine(breaking("prepareStatement", "live_leases|moment as materialized", broken));
    lab.enqueue(QUEUE, 2);
    var item = mine.claim(lab.service, next(worker)).claims().get(0);
    var complete = completion(item);
    var next = next(worker);
    broken.set(true);
    var reported = mine.report(lab.service, List.of(complete), next);
    assertThat(only(reported).orThrow().replayed()).isFalse();
    assertThat(state(item)).isEqualTo(ExecutionState.COMPLETED);
    assertThat(mine.failures().count(Task.REPORT)).as("it is counted and logged").isEqualTo(1);
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
    return ExplicitCommits.over(
        (DataSource)
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
                                && (text == null
                                    || Pattern.compile(text).matcher((String) values[0]).find())) {
                              connection.rollback();
                              throw new SQLException("the disk is full", "53100");
                            }
                            return called(verb, connection, values);
                          })
                      : result;
                }));
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
