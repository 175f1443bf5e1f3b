package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Command;
import io.tapline.api.request.Complete;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.Fail;
import io.tapline.api.request.PerformAction;
import io.tapline.api.request.Requeue;
import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.model.Caller;
import io.tapline.engine.store.ExpiredEvidence;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.StoreException;
import io.tapline.tapdb.TapDb;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/** The connection dies at each statement in turn: all of an action is there, or none of it. */
class CrashConsistencyTest extends CrashingLab {

  /** A new connection has three steps, and a statement in auto-commit mode two. */
  private static final int ONE_TRIP = 4;

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
        },
        ONE_TRIP);
  }

  @Test
  void a_report_of_what_the_same_engine_granted_is_all_or_nothing() throws Exception {
    everyStep(
        (number, key) -> {
          lab.enqueue(InspectedTenant.QUEUE, 2);
          var item =
              engine
                  .claim(
                      lab.service,
                      Claim.batch(InspectedTenant.key(), worker, InspectedTenant.QUEUE, 1, true))
                  .claims()
                  .get(0);
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
        },
        ONE_TRIP);
  }

  @Test
  void new_work_of_one_statement_is_all_or_nothing() throws Exception {
    engine.execute(lab.operator, Enqueue.task("warm-up", InspectedTenant.QUEUE, null));
    int step = 0;
    boolean crashed;
    do {
      step++;
      var key = "crash-" + InspectedTenant.key();
      var named =
          EnqueueBuilder.builder(Enqueue.task(key, InspectedTenant.QUEUE, null))
              .subjectName(key)
              .build();
      var before = rows();
      crashing.crashAt(step);
      boolean failed = fails(() -> engine.execute(lab.operator, named));
      crashed = crashing.crashed();
      crashing.behave();
      boolean written = actions(key) > 0;
      if (!written) {
        assertThat(failed).isTrue();
        assertThat(rows()).as("nothing of step " + step).isEqualTo(before);
      }
      assertThat(engine.execute(lab.operator, named).replayed()).isEqualTo(written);
      assertThat(actions(key)).isEqualTo(1);
      assertThat(rows()).as("all of step " + step).hasSize(before.size() + 2);
    } while (crashed);
    assertThat(new InvariantChecker(test.engine()).check(lab.tenantId())).isEmpty();
    // A new connection has three steps, and a statement in auto-commit mode two.
    assertThat(step).as("steps").isGreaterThan(4);
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
  void a_retirement_is_all_or_nothing() throws Exception {
    var owner = new CrashingSource(((HikariDataSource) test.owner()).getDataSource(), test::admin);
    var tapDb = new TapDb(owner.source());
    lab.queue(
        "brief",
        InspectedTenant.fields(900, 3).toBuilder().retentionDays(1).evidenceDays(1).build());
    int step = 0;
    boolean crashed;
    do {
      step++;
      assertThat(step).isLessThan(MAX_STEPS);
      var subject = lab.enqueue("brief", Json.object().put("text", "x".repeat(2_000)));
      lab.complete(worker, lab.claimAndStart(worker, "brief"));
      test.advance(Duration.ofDays(1));
      lab.engine().cleanUp(lab.tenantId());
      test.advance(Duration.ofDays(1));
      var before = rows();
      owner.crashAt(step);
      boolean failed =
          fails(
              () ->
                  tapDb.transaction(
                      lab.tenantId(),
                      tx -> ExpiredEvidence.retire(tx, ExpiredEvidence.due(tx, List.of()))));
      crashed = owner.crashed();
      owner.behave();
      if (lab.envelope(subject).retiredAt() == null) {
        assertThat(failed).isTrue();
        assertThat(rows()).as("nothing of step " + step).isEqualTo(before);
      }
      new EvidenceRetirement(test.engine(), test.serving(), owner.source()).retire(lab.tenantId());
      assertThat(lab.envelope(subject).retiredAt()).as("after step " + step).isNotNull();
    } while (crashed);
    assertThat(new InvariantChecker(test.engine()).check(lab.tenantId())).isEmpty();
    assertThat(step).as("steps").isGreaterThan(12);
  }

  private void everyStep(BiFunction<Integer, String, Action> prepare) throws Exception {
    everyStep(prepare, 8);
  }

  private void everyStep(BiFunction<Integer, String, Action> prepare, int leastSteps)
      throws Exception {
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
    // Neither a retry nor the next step repairs damage of a crash, so one check is sufficient.
    assertThat(new InvariantChecker(test.engine()).check(lab.tenantId())).isEmpty();
    assertThat(step).as("steps").isGreaterThan(leastSteps);
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
