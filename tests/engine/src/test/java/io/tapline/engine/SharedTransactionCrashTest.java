package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ExecutionState;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Complete;
import io.tapline.api.request.Enqueue;
import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.testing.InspectedTenant;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * The connection dies at each statement of a transaction that several requests share: each is there
 * whole, or not at all.
 */
class SharedTransactionCrashTest extends CrashingLab {

  /** One of the requests that share a transaction, and the resulting state of its subject. */
  private record Part(Supplier<?> request, String subject, ExecutionState state, String key) {}

  @Test
  void completions_that_share_a_transaction_are_each_all_or_nothing() throws Exception {
    everyStepShared(
        () ->
            sharing.execute(
                lab.service, Complete.of(InspectedTenant.key(), worker, worker, worker)),
        () -> {
          var item = started();
          var key = "crash-" + InspectedTenant.key();
          var complete = Complete.of(key, item.subjectEuid(), worker, item.leaseEuid());
          return new Part(
              () -> sharing.execute(lab.service, complete),
              item.subjectEuid(),
              ExecutionState.COMPLETED,
              key);
        });
  }

  @Test
  void claims_that_share_a_transaction_are_each_all_or_nothing() throws Exception {
    everyStepShared(
        () ->
            sharing.claim(
                lab.service, Claim.one(InspectedTenant.key(), worker, InspectedTenant.QUEUE)),
        () -> {
          var key = "crash-" + InspectedTenant.key();
          var robot = lab.worker(key);
          lab.enqueue(InspectedTenant.QUEUE);
          var claim = Claim.batch(key, robot, InspectedTenant.QUEUE, 1, true);
          return new Part(
              () -> {
                var answer = sharing.claim(lab.service, claim);
                assertThat(answer.claims()).hasSize(1);
                return answer;
              },
              null,
              ExecutionState.RUNNING,
              key);
        });
  }

  @Test
  void reports_that_ask_for_more_are_each_all_or_nothing() throws Exception {
    everyStepShared(
        () ->
            sharing.report(
                lab.service,
                List.of(Complete.of(InspectedTenant.key(), worker, worker, worker)),
                Claim.one(InspectedTenant.key(), worker, InspectedTenant.QUEUE)),
        () -> {
          var key = "crash-" + InspectedTenant.key();
          // A worker with one lease: it claims nothing unless the ending counts, too.
          var robot = lab.worker(key, 1);
          lab.enqueue(InspectedTenant.QUEUE);
          lab.enqueue(InspectedTenant.QUEUE);
          var claim = Claim.batch(InspectedTenant.key(), robot, InspectedTenant.QUEUE, 1, true);
          var item = lab.engine().claim(lab.service, claim).claims().get(0);
          var complete = Complete.of(key, item.subjectEuid(), robot, item.leaseEuid());
          var next = Claim.batch(key + "/next", robot, InspectedTenant.QUEUE, 1, true);
          return new Part(
              () -> {
                var reported = sharing.report(lab.service, List.of(complete), next);
                assertThat(reported.outcomes().get(0).refused()).isFalse();
                assertThat(reported.claimed().orThrow().claims()).hasSize(1);
                assertThat(actions(key + "/next")).isEqualTo(1);
                return reported;
              },
              item.subjectEuid(),
              ExecutionState.COMPLETED,
              key);
        });
  }

  @Test
  void new_work_that_shares_a_transaction_is_each_all_or_nothing() throws Exception {
    sharing.execute(lab.operator, Enqueue.task(InspectedTenant.key(), InspectedTenant.QUEUE, null));
    everyStepShared(
        () ->
            sharing.execute(
                lab.operator, Enqueue.task(InspectedTenant.key(), InspectedTenant.QUEUE, null)),
        () -> {
          var key = "crash-" + InspectedTenant.key();
          var enqueue = Enqueue.task(key, InspectedTenant.QUEUE, null);
          return new Part(() -> sharing.execute(lab.operator, enqueue), null, null, key);
        });
  }

  /** The crash is one's own to survive: each is tried again alone, and nobody is told of it. */
  private void everyStepShared(Runnable holder, Supplier<Part> part) throws Exception {
    // A known caller needs no connection before the lane.
    var first = started();
    sharing.execute(
        lab.service,
        Complete.of(InspectedTenant.key(), first.subjectEuid(), worker, first.leaseEuid()));
    int step = 0;
    boolean crashed;
    do {
      step++;
      assertThat(step).isLessThan(MAX_STEPS);
      var parts = List.of(part.get(), part.get());
      crashing.crashAt(step);
      var members =
          lane.together(
              holder, parts.stream().<Supplier<Object>>map(one -> one.request()::get).toList());
      members.forEach(HeldLane.Member::get);
      crashed = crashing.crashed();
      crashing.behave();
      for (var one : parts) {
        assertThat(actions(one.key())).as("step " + step).isEqualTo(1);
        if (one.subject() != null) {
          assertThat(lab.envelope(one.subject()).state()).isEqualTo(one.state());
        }
        one.request().get();
        assertThat(actions(one.key())).as("again after step " + step).isEqualTo(1);
      }
    } while (crashed);
    assertThat(step).as("steps").isGreaterThan(8);
    assertThat(new InvariantChecker(test.engine()).check(lab.tenantId())).isEmpty();
  }
}
