package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapline.api.ActionKey;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;
import io.tapline.api.Role;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Complete;
import io.tapline.api.request.CompleteBuilder;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.Fail;
import io.tapline.api.request.RegisterWorker;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.testing.BackgroundTask;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.tapdb.StoreException;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** Requests that wait for each other share transactions, and nobody can tell but by the speed. */
class CombinedRequestsTest extends CombinedLab {

  @Test
  void what_waits_is_carried_out_in_one_transaction() throws Exception {
    var items = started(5);
    long before = shared(ActionKey.COMPLETE_QUEUE_EXECUTION);
    var members = lane.together(someCompletion(), items.stream().map(this::completing).toList());
    var answers = outcomes(members).stream().map(ItemOutcome::orThrow).toList();
    assertThat(answers)
        .extracting(ActionAnswer::subjectEuid)
        .containsExactlyElementsOf(subjects(items));
    assertThat(answers).noneMatch(ActionAnswer::replayed);
    assertThat(transactions(answers)).isEqualTo(1);
    assertThat(shared(ActionKey.COMPLETE_QUEUE_EXECUTION)).isEqualTo(before + 1);
    assertThat(items).extracting(this::state).containsOnly(ExecutionState.COMPLETED);
    assertSound();
  }

  private static List<String> subjects(List<ClaimAnswer.Item> items) {
    return items.stream().map(ClaimAnswer.Item::subjectEuid).toList();
  }

  @Test
  void a_refusal_is_its_own_members_and_each_keeps_its_caller() throws Exception {
    var items = started(4);
    var other = new Caller(lab.tenantId(), "another robot", Set.of(Role.WORKER_SERVICE));
    engine.execute(other, RegisterWorker.service(InspectedTenant.key(), "w2", 10));
    var stranger = asking(other, completion(items.get(1)));
    var unknown = Complete.of(InspectedTenant.key(), worker, worker, items.get(2).leaseEuid());
    var members =
        lane.together(
            someCompletion(),
            List.of(
                completing(items.get(0)),
                stranger,
                asking(lab.service, unknown),
                completing(items.get(3))));
    var outcomes = outcomes(members);
    assertThat(outcomes.get(0).refused()).isFalse();
    assertThat(outcomes.get(1).refusal().code()).isEqualTo(Code.NOT_LEASE_OWNER);
    assertThat(outcomes.get(2).refusal().code()).isEqualTo(Code.NOT_FOUND);
    assertThat(outcomes.get(3).refused()).isFalse();
    assertThat(transactions(List.of(outcomes.get(0).answer(), outcomes.get(3).answer())))
        .isEqualTo(1);
    assertThat(evidence.lastAction(items.get(3).subjectEuid()).actor()).isEqualTo("robot");
    assertThat(state(items.get(1))).isEqualTo(ExecutionState.RUNNING);
    assertSound();
  }

  @Test
  void a_fault_of_one_member_leaves_each_to_be_tried_alone() throws Exception {
    var items = started(3);
    var broken =
        Fail.of(
            "broken-" + InspectedTenant.key(),
            items.get(1).subjectEuid(),
            worker,
            items.get(1).leaseEuid(),
            ErrorClass.TRANSIENT_SYSTEM,
            "it broke");
    long before = failed(ActionKey.FAIL_QUEUE_EXECUTION);
    try (var admin = test.admin();
        var statement = admin.createStatement()) {
      statement.execute(
          """
          create function tapline.break_down() returns trigger language plpgsql as $$
          begin raise exception 'this row breaks the database'; end $$;
          create trigger break_down after insert on tapline.fact_row for each row
            when (new.idempotency_key like 'broken-%') execute function tapline.break_down()
          """);
      try {
        var members =
            lane.together(
                () -> engine.execute(lab.service, failure(items.get(0))),
                List.of(
                    asking(lab.service, failure(items.get(0))),
                    asking(lab.service, broken),
                    asking(lab.service, failure(items.get(2)))));
        assertThat(members.get(0).get().refused()).isFalse();
        assertThatThrownBy(members.get(1)::get)
            .isInstanceOf(CompletionException.class)
            .hasCauseInstanceOf(StoreException.class)
            .hasMessageContaining("this row breaks the database");
        assertThat(members.get(2).get().refused()).isFalse();
      } finally {
        statement.execute("drop trigger break_down on tapline.fact_row");
        statement.execute("drop function tapline.break_down()");
      }
    }
    assertThat(failed(ActionKey.FAIL_QUEUE_EXECUTION)).isEqualTo(before + 1);
    assertThat(state(items.get(0))).isEqualTo(ExecutionState.FAILED_RETRYABLE);
    assertThat(state(items.get(1))).isEqualTo(ExecutionState.RUNNING);
    assertThat(state(items.get(2))).isEqualTo(ExecutionState.FAILED_RETRYABLE);
    assertSound();
  }

  @Test
  void without_a_connection_all_are_told_so_at_once() throws Exception {
    var commands = started(3).stream().map(this::completion).toList();
    lane.hold(someCompletion());
    var connections = new AtomicInteger();
    lane.through(
        (DataSource)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {DataSource.class},
                (self, method, arguments) -> {
                  connections.incrementAndGet();
                  throw new SQLException("no connection in time", "08001");
                }));
    try {
      var members = new ArrayList<HeldLane.Member<ActionAnswer>>();
      for (var command : commands) {
        members.add(lane.join(() -> engine.execute(lab.service, command)));
      }
      lane.letGo();
      for (var member : members) {
        assertThatThrownBy(member::get)
            .hasCauseInstanceOf(StoreException.class)
            .hasMessageContaining("no connection in time");
      }
      assertThat(connections).as("one waited for all").hasValue(1);
    } finally {
      lane.through(test.serving());
    }
    for (var command : commands) {
      assertThat(engine.execute(lab.service, command).replayed()).isFalse();
    }
  }

  private Fail failure(ClaimAnswer.Item item) {
    return Fail.of(
        InspectedTenant.key(),
        item.subjectEuid(),
        worker,
        item.leaseEuid(),
        ErrorClass.TRANSIENT_SYSTEM,
        "it broke");
  }

  @Test
  void a_subject_that_somebody_else_has_locked_holds_its_own_request_only() throws Exception {
    var items = started(3);
    long failed = failed(ActionKey.COMPLETE_QUEUE_EXECUTION);
    try (var holder = lock("instance_subject", items.get(1).subjectEuid())) {
      var members = lane.together(someCompletion(), items.stream().map(this::completing).toList());
      assertThat(members.get(0).get().refused()).isFalse();
      assertThat(members.get(2).get().refused()).isFalse();
      assertThat(failed(ActionKey.COMPLETE_QUEUE_EXECUTION)).as("nobody waited").isEqualTo(failed);
      // Another lane's worth of requests passes by, too.
      var more = started(1);
      assertThat(engine.executeAll(lab.service, List.of(completion(more.get(0)))))
          .noneMatch(ItemOutcome::refused);
      assertThat(members.get(1).answer()).isNotDone();
      holder.rollback();
      assertThat(members.get(1).get().refused()).isFalse();
    }
    assertThat(items).extracting(this::state).containsOnly(ExecutionState.COMPLETED);
    assertSound();
  }

  @Test
  void the_same_request_twice_is_a_request_and_its_replay() throws Exception {
    var item = started(1).get(0);
    var twice = completion(item);
    var other = Complete.of(InspectedTenant.key(), item.subjectEuid(), worker, item.leaseEuid());
    var members =
        lane.together(
            someCompletion(),
            List.of(
                asking(lab.service, twice),
                asking(lab.service, twice),
                asking(lab.service, other)));
    var outcomes = outcomes(members);
    assertThat(outcomes.get(0).answer().replayed()).isFalse();
    assertThat(outcomes.get(1).answer().replayed()).isTrue();
    assertThat(outcomes.get(1).answer().actionEuid())
        .isEqualTo(outcomes.get(0).answer().actionEuid());
    assertThat(outcomes.get(2).refusal().code()).isEqualTo(Code.LEASE_NOT_ACTIVE);
    assertSound();
  }

  @Test
  void a_key_that_was_used_for_something_else_is_refused_to_its_own_member() throws Exception {
    var items = started(2);
    var done = completion(items.get(0));
    engine.execute(lab.service, done);
    var other =
        CompleteBuilder.builder()
            .meta(done.meta())
            .subjectEuid(done.subjectEuid())
            .workerEuid(worker)
            .leaseEuid(done.leaseEuid())
            .expect(done.expect())
            .nextQueueKey("elsewhere")
            .outputs(List.of())
            .override(false)
            .build();
    var members =
        lane.together(
            someCompletion(),
            List.of(
                asking(lab.service, other), completing(items.get(1)), asking(lab.service, done)));
    var outcomes = outcomes(members);
    assertThat(outcomes.get(0).refusal().code()).isEqualTo(Code.IDEMPOTENCY_CONFLICT);
    assertThat(outcomes.get(1).refused()).isFalse();
    assertThat(outcomes.get(2).answer().replayed()).isTrue();
  }

  @Test
  void tenants_wait_in_lanes_of_their_own() throws Exception {
    var mine = completion(started(1).get(0));
    var theirs = InspectedTenant.in(test).queue(QUEUE);
    var robot = theirs.worker("w1");
    theirs.enqueue(QUEUE);
    var item = theirs.claimAndStart(robot, QUEUE);
    lane.hold(someCompletion());
    try {
      var waiting = lane.join(() -> engine.execute(lab.service, mine));
      // While one tenant's lane is held, the other's requests are answered.
      engine.execute(
          theirs.service,
          Complete.of(InspectedTenant.key(), item.subjectEuid(), robot, item.leaseEuid()));
      assertThat(waiting.answer()).isNotDone();
      lane.letGo();
      assertThat(waiting.get().replayed()).isFalse();
    } finally {
      lane.letGo();
    }
  }

  @Test
  void who_stops_waiting_before_it_is_taken_is_in_no_shared_transaction() throws Exception {
    var items = started(2);
    lane.hold(someCompletion());
    var command = completion(items.get(0));
    var leaving = lane.join(() -> engine.execute(lab.service, command));
    var staying = lane.join(completing(items.get(1)));
    leaving.thread().interrupt();
    // It is tried as if there were no lane, while the others wait.
    var answer = leaving.get();
    assertThat(answer.replayed()).isFalse();
    assertThat(staying.answer()).isNotDone();
    assertThat(engine.stats().shared(ActionKey.COMPLETE_QUEUE_EXECUTION, true)).isZero();
    lane.letGo();
    assertThat(staying.get().refused()).isFalse();
    assertThat(transactions(List.of(answer, staying.get().answer()))).isEqualTo(2);
    assertThat(engine.execute(lab.service, command).actionEuid()).isEqualTo(answer.actionEuid());
    assertSound();
  }

  @Test
  void who_stops_waiting_after_it_was_taken_has_its_answer() throws Exception {
    var items = started(3);
    var commands = items.stream().map(this::completion).toList();
    try (var held = new HeldCommits(test.serving())) {
      lane.hold(someCompletion());
      lane.through(held.source());
      var members = new ArrayList<HeldLane.Member<ActionAnswer>>();
      for (var command : commands) {
        members.add(lane.join(() -> engine.execute(lab.service, command)));
      }
      lane.letGo();
      held.awaitOne();
      members.get(2).thread().interrupt();
      assertThat(members.get(2).answer()).isNotDone();
      held.release();
      assertThat(members).extracting(HeldLane.Member::get).noneMatch(ActionAnswer::replayed);
      assertThat(engine.execute(lab.service, commands.get(2)).replayed()).isTrue();
    } finally {
      lane.through(test.serving());
    }
    assertSound();
  }

  @Test
  void a_request_that_is_stuck_does_not_hold_the_lane() throws Exception {
    var own = new HeldLane(test.serving());
    var usual = new Engine(own.source());
    usual.execute(lab.service, completion(started(1).get(0)));
    var items = started(2);
    own.hold(
        () ->
            usual.execute(lab.service, Complete.of(InspectedTenant.key(), worker, worker, worker)));
    try {
      for (var item : items) {
        assertThat(usual.execute(lab.service, completion(item)).replayed()).isFalse();
      }
    } finally {
      own.letGo();
    }
  }

  /** Sixteen workers, one job at a time, beside those who bring the jobs. */
  @Test
  void the_evidence_of_a_combined_load_is_that_of_one_by_one() throws Exception {
    int crowd = 16;
    int jobs = 12;
    var usual = test.engine();
    var workers = IntStream.range(0, crowd).mapToObj(i -> lab.worker("l" + i)).toList();
    var done = ConcurrentHashMap.<String>newKeySet();
    var open = new AtomicInteger(crowd * jobs);
    var producers =
        BackgroundTask.run(
            () -> {
              try {
                SimultaneousThreads.of(4, number -> enqueueSome(usual, crowd * jobs / 4));
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    SimultaneousThreads.of(
        crowd,
        number -> {
          var mine = workers.get(number);
          while (open.get() > 0 && !producers.isCompletedExceptionally()) {
            var answer =
                usual.claim(
                    lab.service,
                    Claim.batch(InspectedTenant.key(), mine, QUEUE, 1, number % 2 == 0));
            for (var item : answer.claims()) {
              if (number % 2 == 1) {
                lab.start(mine, item);
                lab.renew(mine, item);
              }
              lab.complete(mine, item);
              assertThat(done.add(item.subjectEuid())).isTrue();
              open.decrementAndGet();
            }
          }
          return null;
        });
    producers.join();
    assertThat(done).hasSize(crowd * jobs);
    assertThat(usual.stats().shared(ActionKey.COMPLETE_QUEUE_EXECUTION, false)).isPositive();
    assertSound();
  }

  private Void enqueueSome(Engine usual, int count) {
    for (int i = 0; i < count; i++) {
      usual.execute(lab.operator, Enqueue.task(InspectedTenant.key(), QUEUE, null));
    }
    return null;
  }
}
