package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.command.Claim;
import io.tapline.engine.command.Command;
import io.tapline.engine.command.Complete;
import io.tapline.engine.command.Enqueue;
import io.tapline.engine.command.Fail;
import io.tapline.engine.command.Meta;
import io.tapline.engine.command.RegisterWorker;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.Answer;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ClaimAnswer;
import io.tapline.engine.model.Code;
import io.tapline.engine.model.ErrorClass;
import io.tapline.engine.model.ExecutionState;
import io.tapline.engine.model.Outcome;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.model.Role;
import io.tapline.engine.testing.Aside;
import io.tapline.engine.testing.Lab;
import io.tapline.engine.testing.LabTest;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests that wait for each other share transactions, and nobody can tell but by the speed. */
class CombinedRequestsTest extends LabTest {

  private static HeldLane lane;
  private static Engine engine;

  @BeforeAll
  static void share() {
    lane = new HeldLane(test.serving());
    engine = new Engine(lane.source(), List.of(), HeldLane.PATIENCE);
  }

  @AfterEach
  void free() {
    lane.letGo();
  }

  @BeforeEach
  void known() {
    // Who is known needs no connection before the lane.
    engine.execute(lab.operator, Enqueue.task(Lab.key(), "elsewhere", null));
    var item = claimed("elsewhere").get(0);
    engine.execute(lab.service, completion(item));
  }

  private List<ClaimAnswer.Item> claimed(String queue) {
    return engine.claim(lab.service, Claim.batch(Lab.key(), worker, queue, 100, true)).claims();
  }

  private List<ClaimAnswer.Item> started(int count) {
    lab.enqueue(QUEUE, count);
    var items = claimed(QUEUE);
    assertThat(items).hasSize(count);
    return items;
  }

  private Complete completion(ClaimAnswer.Item item) {
    return Complete.of(Lab.key(), item.subjectEuid(), worker, item.leaseEuid());
  }

  private Supplier<Outcome> asking(Caller caller, Command command) {
    return () -> engine.executeAll(caller, List.of(command)).get(0);
  }

  private Supplier<Outcome> completing(ClaimAnswer.Item item) {
    return asking(lab.service, completion(item));
  }

  private Runnable someCompletion() {
    return () -> engine.execute(lab.service, Complete.of(Lab.key(), worker, worker, worker));
  }

  private Runnable someEnqueue() {
    return () -> engine.execute(lab.operator, Enqueue.task(Lab.key(), QUEUE, null));
  }

  private Runnable someClaim() {
    return () -> engine.claim(lab.service, Claim.one(Lab.key(), worker, QUEUE));
  }

  private static List<Outcome> outcomes(List<HeldLane.Member<Outcome>> members) {
    return members.stream().map(HeldLane.Member::get).toList();
  }

  private static long shared(ActionKey action) {
    return engine.tally().shared(action, false);
  }

  private static long failed(ActionKey action) {
    return engine.tally().shared(action, true);
  }

  private int transactions(List<Answer> answers) {
    return evidence.transactions(answers.stream().map(Answer::actionEuid).toArray(String[]::new));
  }

  private ExecutionState state(ClaimAnswer.Item item) {
    return lab.envelope(item.subjectEuid()).state();
  }

  private void assertSound() {
    assertThat(new InvariantChecker(test.engine()).check(lab.tenantId())).isEmpty();
  }

  @Test
  void what_waits_is_carried_out_in_one_transaction() throws Exception {
    var items = started(5);
    long before = shared(ActionKey.COMPLETE_QUEUE_EXECUTION);
    var members = lane.together(someCompletion(), items.stream().map(this::completing).toList());
    var answers = outcomes(members).stream().map(Outcome::orThrow).toList();
    assertThat(answers).extracting(Answer::subjectEuid).containsExactlyElementsOf(subjects(items));
    assertThat(answers).noneMatch(Answer::replayed);
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
    engine.execute(other, RegisterWorker.service(Lab.key(), "w2", 10));
    var stranger = asking(other, completion(items.get(1)));
    var unknown = Complete.of(Lab.key(), worker, worker, items.get(2).leaseEuid());
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
            "broken-" + Lab.key(),
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
          create trigger break_down after insert on tapline.instance_action for each row
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
        statement.execute("drop trigger break_down on tapline.instance_action");
        statement.execute("drop function tapline.break_down()");
      }
    }
    assertThat(failed(ActionKey.FAIL_QUEUE_EXECUTION)).isEqualTo(before + 1);
    assertThat(state(items.get(0))).isEqualTo(ExecutionState.FAILED_RETRYABLE);
    assertThat(state(items.get(1))).isEqualTo(ExecutionState.RUNNING);
    assertThat(state(items.get(2))).isEqualTo(ExecutionState.FAILED_RETRYABLE);
    assertSound();
  }

  private Fail failure(ClaimAnswer.Item item) {
    return Fail.of(
        Lab.key(),
        item.subjectEuid(),
        worker,
        item.leaseEuid(),
        ErrorClass.TRANSIENT_SYSTEM,
        "it broke");
  }

  @Test
  void a_subject_that_somebody_else_has_locked_holds_its_own_request_only() throws Exception {
    var items = started(3);
    try (var holder = lock("instance_subject", items.get(1).subjectEuid())) {
      var members = lane.together(someCompletion(), items.stream().map(this::completing).toList());
      assertThat(members.get(0).get().refused()).isFalse();
      assertThat(members.get(2).get().refused()).isFalse();
      // Another lane's worth of requests passes by, too.
      var more = started(1);
      assertThat(engine.executeAll(lab.service, List.of(completion(more.get(0)))))
          .noneMatch(Outcome::refused);
      assertThat(members.get(1).answer()).isNotDone();
      holder.rollback();
      assertThat(members.get(1).get().refused()).isFalse();
    }
    assertThat(items).extracting(this::state).containsOnly(ExecutionState.COMPLETED);
    assertSound();
  }

  private Connection lock(String table, String euid) throws SQLException {
    var holder = test.admin();
    holder.setAutoCommit(false);
    try (var statement =
        holder.prepareStatement(
            "select 1 from tapline."
                + table
                + " where tenant_id = ? and uid = ? for no key update")) {
      statement.setLong(1, lab.tenantId());
      statement.setLong(2, EuidMint.uidOf(euid).orElseThrow());
      assertThat(statement.executeQuery().next()).isTrue();
    }
    return holder;
  }

  @Test
  void the_same_request_twice_is_a_request_and_its_replay() throws Exception {
    var item = started(1).get(0);
    var twice = completion(item);
    var other = Complete.of(Lab.key(), item.subjectEuid(), worker, item.leaseEuid());
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
        new Complete(
            done.meta(),
            done.subjectEuid(),
            worker,
            done.leaseEuid(),
            done.expect(),
            null,
            "elsewhere",
            null,
            null,
            List.of(),
            false,
            null);
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
    var theirs = Lab.in(test).queue(QUEUE);
    var robot = theirs.worker("w1");
    theirs.enqueue(QUEUE);
    var item = theirs.claimAndStart(robot, QUEUE);
    lane.hold(someCompletion());
    try {
      var waiting = lane.join(() -> engine.execute(lab.service, mine));
      // While one tenant's lane is held, the other's requests are answered.
      engine.execute(
          theirs.service, Complete.of(Lab.key(), item.subjectEuid(), robot, item.leaseEuid()));
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
    assertThat(engine.tally().shared(ActionKey.COMPLETE_QUEUE_EXECUTION, true)).isZero();
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
      var members = new ArrayList<HeldLane.Member<Answer>>();
      for (var command : commands) {
        members.add(lane.join(() -> engine.execute(lab.service, command)));
      }
      lane.letGo();
      held.awaitOne();
      members.get(2).thread().interrupt();
      assertThat(members.get(2).answer()).isNotDone();
      held.release();
      assertThat(members).extracting(HeldLane.Member::get).noneMatch(Answer::replayed);
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
    own.hold(() -> usual.execute(lab.service, Complete.of(Lab.key(), worker, worker, worker)));
    try {
      for (var item : items) {
        assertThat(usual.execute(lab.service, completion(item)).replayed()).isFalse();
      }
    } finally {
      own.letGo();
    }
  }

  @Test
  void new_work_shares_a_transaction_and_a_key_twice_is_one_job() throws Exception {
    var twice = Enqueue.task(Lab.key(), QUEUE, null);
    var otherwise = Enqueue.task(twice.meta().idempotencyKey(), QUEUE, json("S-2"));
    var members =
        lane.together(
            someEnqueue(),
            List.of(
                asking(lab.operator, twice),
                asking(lab.operator, Enqueue.task(Lab.key(), "elsewhere", null)),
                asking(lab.operator, twice),
                asking(lab.operator, otherwise),
                asking(lab.operator, Enqueue.task(Lab.key(), "nowhere", null)),
                asking(lab.admin, Enqueue.task(Lab.key(), QUEUE, null))));
    var outcomes = outcomes(members);
    assertThat(outcomes.get(2).answer().subjectEuid())
        .isEqualTo(outcomes.get(0).answer().subjectEuid());
    assertThat(outcomes.get(0).answer().replayed()).isFalse();
    assertThat(outcomes.get(2).answer().replayed()).isTrue();
    assertThat(outcomes.get(3).refusal().code()).isEqualTo(Code.IDEMPOTENCY_CONFLICT);
    assertThat(outcomes.get(4).refusal().code()).isEqualTo(Code.NOT_FOUND);
    assertThat(
            transactions(
                List.of(
                    outcomes.get(0).answer(), outcomes.get(1).answer(), outcomes.get(5).answer())))
        .isEqualTo(1);
    var subject = outcomes.get(5).answer().subjectEuid();
    assertThat(evidence.lastAction(subject).actor()).isEqualTo("ada");
    assertSound();
  }

  private static tools.jackson.databind.JsonNode json(String sample) {
    return io.tapline.tapdb.Json.object().put("sample", sample);
  }

  /** The twin in the caller's own transaction may commit at any time, or never. */
  @Test
  void a_twin_in_a_callers_open_transaction_holds_its_own_request_only() throws Exception {
    var command = Enqueue.task(Lab.key(), QUEUE, null);
    try (var callers = test.serving().getConnection()) {
      callers.setAutoCommit(false);
      var first = engine.enqueue(callers, lab.operator, List.of(command)).get(0).orThrow();
      var members =
          lane.together(
              someEnqueue(),
              List.of(
                  asking(lab.operator, command),
                  asking(lab.operator, Enqueue.task(Lab.key(), QUEUE, null)),
                  asking(lab.operator, Enqueue.task(Lab.key(), QUEUE, null))));
      assertThat(members.get(1).get().refused()).isFalse();
      assertThat(members.get(2).get().refused()).isFalse();
      assertThat(members.get(0).answer()).isNotDone();
      callers.commit();
      assertThat(members.get(0).get().answer().subjectEuid()).isEqualTo(first.subjectEuid());
      assertThat(members.get(0).get().answer().replayed()).isTrue();
    }
    assertSound();
  }

  @Test
  void claims_share_a_look_and_each_gets_what_is_its_own() throws Exception {
    var workers = IntStream.range(0, 6).mapToObj(i -> lab.worker("c" + i)).toList();
    var subjects = lab.enqueue(QUEUE, 6);
    var requests =
        workers.stream()
            .<Supplier<ClaimAnswer>>map(
                one -> () -> engine.claim(lab.service, Claim.one(Lab.key(), one, QUEUE)))
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
    engine.execute(stranger, RegisterWorker.service(Lab.key(), "w2", 10));
    var one = lab.worker("one");
    var two = lab.worker("two");
    var three = lab.worker("three");
    var subjects = lab.enqueue(QUEUE, 2);
    var again = Claim.one(Lab.key(), one, QUEUE);
    var members =
        lane.together(
            someClaim(),
            List.of(
                claiming(lab.service, Claim.one(Lab.key(), full, QUEUE)),
                claiming(lab.service, again),
                claiming(lab.service, Claim.one(Lab.key(), draining, QUEUE)),
                claiming(stranger, Claim.one(Lab.key(), foreign, QUEUE)),
                claiming(lab.service, Claim.one(Lab.key(), two, QUEUE)),
                claiming(lab.service, Claim.one(Lab.key(), three, QUEUE)),
                claiming(lab.service, again)));
    var answers = members.stream().map(CombinedRequestsTest::told).toList();
    assertThat(answers.get(0)).isEqualTo(Code.LEASE_LIMIT_REACHED);
    assertThat(answers.get(1)).isEqualTo(subjects.get(0));
    assertThat(answers.get(2)).isEqualTo(Code.WORKER_DRAINING);
    assertThat(answers.get(3)).isEqualTo(Code.FORBIDDEN);
    assertThat(answers.get(4)).isEqualTo(subjects.get(1));
    assertThat(answers.get(5)).isEqualTo(ClaimAnswer.NO_WORK);
    assertThat(answers.get(6)).isEqualTo(subjects.get(0));
    assertThat(members.get(6).get().replayed()).isTrue();
    assertSound();
  }

  private Supplier<ClaimAnswer> claiming(Caller caller, Claim command) {
    return () -> engine.claim(caller, command);
  }

  /** The subject, or that there was none, or the code of the refusal. */
  private static Object told(HeldLane.Member<ClaimAnswer> member) {
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
    try (var holder = lock("instance_registry", locked)) {
      var members =
          lane.together(
              someClaim(),
              List.of(
                  claiming(lab.service, Claim.one(Lab.key(), locked, QUEUE)),
                  claiming(lab.service, Claim.one(Lab.key(), free, QUEUE))));
      assertThat(members.get(1).get().claims()).hasSize(1);
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
                  claiming(lab.service, Claim.one(Lab.key(), one, QUEUE)),
                  claiming(lab.service, Claim.one(Lab.key(), two, QUEUE))));
      assertThat(told(members.get(0))).isEqualTo(subjects.get(1));
      assertThat(members.get(1).answer()).isNotDone();
      holder.rollback();
      assertThat(told(members.get(1))).isEqualTo(subjects.get(0));
    }
  }

  @Test
  void a_worker_of_another_place_looks_for_itself() throws Exception {
    var everywhere = lab.worker("everywhere");
    var north =
        engine
            .execute(
                lab.service,
                new RegisterWorker(
                    Meta.key(Lab.key()),
                    "north",
                    null,
                    io.tapline.engine.model.WorkerType.SERVICE,
                    List.of(),
                    List.of("north"),
                    List.of(),
                    List.of(),
                    10,
                    null,
                    null,
                    null,
                    null))
            .workerEuid();
    var subjects = lab.enqueue(QUEUE, 2);
    var members =
        lane.together(
            someClaim(),
            List.of(
                claiming(lab.service, Claim.one(Lab.key(), everywhere, QUEUE)),
                claiming(lab.service, Claim.one(Lab.key(), north, QUEUE))));
    assertThat(told(members.get(0))).isEqualTo(subjects.get(0));
    assertThat(told(members.get(1))).isEqualTo(subjects.get(1));
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
        Aside.run(
            () -> {
              try {
                Crowd.of(4, number -> enqueueSome(usual, crowd * jobs / 4));
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    Crowd.of(
        crowd,
        number -> {
          var mine = workers.get(number);
          while (open.get() > 0 && !producers.isCompletedExceptionally()) {
            var answer =
                usual.claim(lab.service, Claim.batch(Lab.key(), mine, QUEUE, 1, number % 2 == 0));
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
    assertThat(usual.tally().shared(ActionKey.COMPLETE_QUEUE_EXECUTION, false)).isPositive();
    assertSound();
  }

  private Void enqueueSome(Engine usual, int count) {
    for (int i = 0; i < count; i++) {
      usual.execute(lab.operator, Enqueue.task(Lab.key(), QUEUE, null));
    }
    return null;
  }
}
