package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.command.Claim;
import io.tapline.engine.command.ClaimBuilder;
import io.tapline.engine.command.Command;
import io.tapline.engine.command.Complete;
import io.tapline.engine.command.Enqueue;
import io.tapline.engine.command.Fail;
import io.tapline.engine.command.PerformAction;
import io.tapline.engine.command.PlaceHold;
import io.tapline.engine.command.RequestMeta;
import io.tapline.engine.command.Requeue;
import io.tapline.engine.command.StatePrecondition;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ClaimAnswer;
import io.tapline.engine.model.ErrorClass;
import io.tapline.engine.model.ExecutionState;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.MinimalPack;
import io.tapline.engine.testkit.ScratchEngine;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.StoreException;
import java.sql.SQLException;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The connection dies at each statement in turn: all of an action is there, or none of it. */
class CrashConsistencyTest {

  /** No action comes near it; the loop ends when an action passes unharmed. */
  private static final int MAX_STEPS = 200;

  private static final List<MinimalPack> PACKS = List.of(new MinimalPack("make_part"));

  private static ScratchEngine test;
  private static CrashingSource crashing;
  private static Engine engine;
  private static HeldLane lane;
  private static Engine sharing;

  private InspectedTenant lab;
  private String worker;

  @BeforeAll
  static void open() {
    test = new ScratchEngine(6, PACKS);
    // Not the pool: it would hand out again what was killed behind its back.
    var bare = ((HikariDataSource) test.serving()).getDataSource();
    crashing = new CrashingSource(bare, test::admin);
    engine = new Engine(crashing.source(), PACKS);
    lane = new HeldLane(crashing.source());
    sharing = new Engine(lane.source(), PACKS, HeldLane.PATIENCE);
  }

  @AfterAll
  static void close() {
    test.close();
  }

  @BeforeEach
  void fresh() {
    crashing.behave();
    lab = InspectedTenant.in(test).queue(InspectedTenant.QUEUE, InspectedTenant.fields(900, 3));
    worker = lab.worker("w1", 10_000);
    // Templates and principals are known from the first request on; each has one to itself.
    var subject = lab.enqueue(InspectedTenant.QUEUE);
    engine.claim(lab.service, Claim.one(InspectedTenant.key(), worker, InspectedTenant.QUEUE));
    engine.execute(lab.operator, hold("warm-up", subject));
    engine.execute(lab.operator, cancel(subject));
  }

  /** One action: what it needs, what it is, and where it leaves the subject. */
  private record Action(Runnable request, String subject, ExecutionState state, String key) {}

  @Test
  void a_claim_is_all_or_nothing() throws Exception {
    everyStep(
        (number, key) -> {
          var subject = lab.enqueue(InspectedTenant.QUEUE);
          return new Action(
              () ->
                  assertThat(
                          engine
                              .claim(
                                  lab.service,
                                  Claim.batch(key, worker, InspectedTenant.QUEUE, 1, true))
                              .claims())
                      .hasSize(1),
              subject,
              ExecutionState.RUNNING,
              key);
        });
  }

  @Test
  void a_completion_is_all_or_nothing() throws Exception {
    everyStep(
        (number, key) -> {
          var item = started();
          return action(
              lab.service,
              Complete.of(key, item.subjectEuid(), worker, item.leaseEuid()),
              item.subjectEuid(),
              ExecutionState.COMPLETED,
              key);
        });
  }

  @Test
  void a_failure_for_good_is_all_or_nothing_dead_letter_included() throws Exception {
    everyStep(
        (number, key) -> {
          var item = started();
          return action(
              lab.service,
              Fail.of(
                  key,
                  item.subjectEuid(),
                  worker,
                  item.leaseEuid(),
                  ErrorClass.PERMANENT_INPUT,
                  "it broke"),
              item.subjectEuid(),
              ExecutionState.FAILED_TERMINAL,
              key);
        });
  }

  @Test
  void a_hold_is_all_or_nothing() throws Exception {
    everyStep(
        (number, key) -> {
          var item = started();
          return action(
              lab.operator,
              hold(key, item.subjectEuid()),
              item.subjectEuid(),
              ExecutionState.HELD,
              key);
        });
  }

  @Test
  void a_requeue_is_all_or_nothing_dead_letter_included() throws Exception {
    everyStep(
        (number, key) -> {
          var item = started();
          lab.fail(worker, item, ErrorClass.PERMANENT_INPUT);
          return action(
              lab.operator,
              Requeue.of(key, item.subjectEuid(), "try again"),
              item.subjectEuid(),
              ExecutionState.READY,
              key);
        });
  }

  @Test
  void a_packs_action_is_all_or_nothing_with_what_it_makes() throws Exception {
    everyStep(
        (number, key) -> {
          var item = started();
          return action(
              lab.service,
              PerformAction.of(
                  key, "make_part", item.subjectEuid(), worker, item.leaseEuid(), Json.object()),
              item.subjectEuid(),
              ExecutionState.COMPLETED,
              key);
        });
  }

  /** What one of several does that share a transaction, and where it leaves its subject. */
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
          // Of one place: nothing is claimed for it unless the ending counts, too.
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
  void a_report_that_asks_for_more_survives_a_crash_at_every_step() throws Exception {
    everyStep(
        (number, key) -> {
          var item = started();
          lab.enqueue(InspectedTenant.QUEUE);
          var complete = Complete.of(key, item.subjectEuid(), worker, item.leaseEuid());
          var next = Claim.batch(key + "/next", worker, InspectedTenant.QUEUE, 1, true);
          return new Action(
              () -> {
                var reported = engine.report(lab.service, List.of(complete), next);
                reported.outcomes().get(0).orThrow();
                assertThat(reported.claimed().orThrow().claims()).hasSize(1);
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
    // Who is known needs no connection before the lane.
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

  private void everyStep(BiFunction<Integer, String, Action> prepare) throws Exception {
    int step = 0;
    boolean crashed;
    do {
      step++;
      assertThat(step).isLessThan(MAX_STEPS);
      var action = prepare.apply(step, "crash-" + InspectedTenant.key());
      var before = rows();
      crashing.crashAt(step);
      boolean failed = fails(action.request());
      crashed = crashing.crashed();
      crashing.behave();

      long committed = actions(action.key());
      if (committed == 0) {
        assertThat(rows()).as("nothing of step " + step).isEqualTo(before);
        assertThat(failed).isTrue();
      } else {
        assertThere(action);
      }
      assertThat(fails(action.request())).as("retry after step " + step).isFalse();
      assertThere(action);
    } while (crashed);
    // What a crash left behind, neither a retry nor the next step mends: to look once is enough.
    assertThat(new InvariantChecker(test.engine()).check(lab.tenantId())).isEmpty();
    assertThat(step).as("steps").isGreaterThan(8);
  }

  /** Every row that the action writes, and one action only. */
  private void assertThere(Action action) {
    assertThat(actions(action.key())).isEqualTo(1);
    assertThat(lab.envelope(action.subject()).state()).isEqualTo(action.state());
  }

  private static boolean fails(Runnable request) {
    try {
      request.run();
      return false;
    } catch (StoreException e) {
      // The server said that it was terminated, or the connection was found closed.
      assertThat(e.sqlState()).startsWith(e.sqlState().startsWith("57") ? "57P01" : "08");
      return true;
    }
  }

  private Action action(
      Caller caller, Command command, String subject, ExecutionState state, String key) {
    return new Action(() -> engine.execute(caller, command), subject, state, key);
  }

  private ClaimAnswer.Item started() {
    var subject = lab.enqueue(InspectedTenant.QUEUE);
    var claim =
        ClaimBuilder.builder()
            .meta(RequestMeta.key(InspectedTenant.key()))
            .workerEuid(worker)
            .subjectEuid(subject)
            .maxItems(1)
            .start(true)
            .build();
    return lab.engine().claim(lab.service, claim).claims().get(0);
  }

  private static PlaceHold hold(String key, String subject) {
    return new PlaceHold(
        RequestMeta.key(key), subject, StatePrecondition.NOTHING, null, "STOP", "stop the line");
  }

  private static Command cancel(String subject) {
    return new io.tapline.engine.command.Cancel(
        RequestMeta.key(InspectedTenant.key()),
        subject,
        StatePrecondition.NOTHING,
        false,
        "not needed");
  }

  private long actions(String key) {
    return lab.count(
        "generic_instance where tenant_id = ? and storage_class in ('action', 'pulse')"
            + " and idempotency_key = ?",
        lab.tenantId(),
        key);
  }

  /** The whole tenant, row by row. */
  private List<String> rows() throws SQLException {
    var all = new java.util.ArrayList<String>();
    try (var onlooker = test.onlooker();
        var statement = onlooker.createStatement();
        var rows =
            statement.executeQuery(
                "select o::text from tapline.generic_instance o where tenant_id = "
                    + lab.tenantId()
                    + " union all select k::text from tapline.lineage_link k where tenant_id = "
                    + lab.tenantId()
                    + " order by 1")) {
      while (rows.next()) {
        all.add(rows.getString(1));
      }
    }
    return all;
  }
}
