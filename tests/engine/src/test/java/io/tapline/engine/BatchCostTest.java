package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.tapline.api.ActionKey;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Command;
import io.tapline.api.request.Complete;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.read.webhook.CallbackReads;
import io.tapline.engine.testing.EveryAction;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A batch is read and written in sets: its items cost no statements of their own. Workers that are
 * to be given a lease are the exception: they are locked one by one.
 */
class BatchCostTest extends InspectedTenantTest {

  private static final int ITEMS = 20;
  private static final int NEW_CONNECTION = 3;
  private static final int COMMIT = 2;

  /** Before it is sent, and after it has committed by itself. */
  private static final int AT_ONCE = 2;

  @ParameterizedTest
  @EnumSource(
      mode = Mode.INCLUDE,
      names = {
        "PREPARE_SUBJECT",
        "ENQUEUE_SUBJECT",
        "START_QUEUE_EXECUTION",
        "COMPLETE_QUEUE_EXECUTION",
        "FAIL_QUEUE_EXECUTION",
        "RELEASE_QUEUE_LEASE",
        "RENEW_QUEUE_LEASE",
        "REPORT_PROGRESS",
        "DISPATCH_EXTERNAL",
        "PLACE_EXECUTION_HOLD",
        "RELEASE_EXECUTION_HOLD",
        "REQUEUE_SUBJECT",
        "CANCEL_SUBJECT_EXECUTION",
        "EXPIRE_QUEUE_LEASE",
        "RESOLVE_DEAD_LETTER"
      })
  void many_items_cost_fewer_statements_than_there_are_items(ActionKey action) {
    var counted = new CrashingSource(((HikariDataSource) test.serving()).getDataSource(), null);
    var engine = new Engine(counted.source());
    // The first one also learns the templates and who is asking.
    statements(counted, engine, action, 1);
    int one = statements(counted, engine, action, 1);
    assertThat(statements(counted, engine, action, ITEMS)).isLessThan(one + ITEMS - 1);
  }

  @Test
  void a_sweep_of_many_lapses_costs_fewer_statements_than_there_are_lapses() {
    var counted = new CrashingSource(((HikariDataSource) test.serving()).getDataSource(), null);
    var engine = new Engine(counted.source());
    sweptStatements(counted, engine, 1);
    int one = sweptStatements(counted, engine, 1);
    assertThat(sweptStatements(counted, engine, ITEMS)).isLessThan(one + ITEMS - 1);
  }

  @Test
  void a_callback_for_a_tenant_that_is_not_there_costs_what_any_other_does() {
    var counted = new CrashingSource(((HikariDataSource) test.serving()).getDataSource(), null);
    var callbacks = new Engine(counted.source()).reads().callbacks();
    callbacks.secretOf(lab.tenantId(), QUEUE);
    counted.behave();
    callbacks.secretOf(lab.tenantId(), QUEUE);
    int known = counted.steps();
    counted.behave();
    assertThat(callbacks.secretOf(CallbackReads.NOBODY, QUEUE).sealed()).isNull();
    assertThat(counted.steps()).isEqualTo(known).isPositive();
  }

  /** Each connection is a new one here, and the server checks its database first. */
  @Test
  void a_report_with_a_claim_takes_one_trip() {
    var counted = new CrashingSource(((HikariDataSource) test.serving()).getDataSource(), null);
    var engine = new Engine(counted.source());
    var robot = lab.worker("robot " + InspectedTenant.key(), 1);
    lab.enqueue(QUEUE, 4);
    var item = engine.claim(lab.service, next(robot)).claims().get(0);
    for (int i = 0; i < 2; i++) {
      var ending = Complete.of(InspectedTenant.key(), item.subjectEuid(), robot, item.leaseEuid());
      counted.behave();
      var reported = engine.report(lab.service, List.of(ending), next(robot));
      item = reported.claimed().orThrow().claims().get(0);
    }
    assertThat(counted.steps()).isEqualTo(NEW_CONNECTION + AT_ONCE);
  }

  /** The first claim finds out that the queue is empty; later ones ask for it in their trip. */
  @Test
  void a_claim_of_an_empty_queue_takes_one_trip() {
    var counted = new CrashingSource(((HikariDataSource) test.serving()).getDataSource(), null);
    var engine = new Engine(counted.source());
    var robot = lab.worker("robot " + InspectedTenant.key(), 1);
    lab.queue("empty");
    for (int i = 0; i < 3; i++) {
      var claim = Claim.batch(InspectedTenant.key(), robot, "empty", 1, true);
      counted.behave();
      assertThat(engine.claim(lab.service, claim).claims()).isEmpty();
    }
    assertThat(counted.steps()).isEqualTo(NEW_CONNECTION + AT_ONCE);
  }

  /** Queue, switch, clock and identifiers; the replay; the rows. */
  @Test
  void new_work_takes_three_trips_and_a_commit_on_the_general_path() {
    var counted = new CrashingSource(((HikariDataSource) test.serving()).getDataSource(), null);
    var engine = new Engine(counted.source());
    engine.generalPathOnly();
    // The first one also reads the templates and the caller.
    statements(counted, engine, ActionKey.ENQUEUE_SUBJECT, 1);
    assertThat(statements(counted, engine, ActionKey.ENQUEUE_SUBJECT, ITEMS))
        .isEqualTo(NEW_CONNECTION + 3 + COMMIT);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, ITEMS})
  void new_work_takes_one_trip(int items) {
    var counted = new CrashingSource(((HikariDataSource) test.serving()).getDataSource(), null);
    var engine = new Engine(counted.source());
    // The first one also reads the templates, the caller and the queue, and draws identifiers.
    statements(counted, engine, ActionKey.ENQUEUE_SUBJECT, items);
    assertThat(statements(counted, engine, ActionKey.ENQUEUE_SUBJECT, items))
        .isEqualTo(NEW_CONNECTION + AT_ONCE);
  }

  private static Claim next(String robot) {
    return Claim.batch(InspectedTenant.key(), robot, QUEUE, 1, true);
  }

  private int sweptStatements(CrashingSource counted, Engine engine, int lapses) {
    var robot = lab.worker("robot " + InspectedTenant.key(), ITEMS);
    lab.enqueue(QUEUE, lapses);
    assertThat(lab.claim(robot, QUEUE, lapses, true).claims()).hasSize(lapses);
    advance(61);
    counted.behave();
    assertThat(engine.sweep(lab.tenantId())).isEqualTo(lapses);
    int steps = counted.steps();
    // The next round has work of its own only.
    lab.claim(robot, QUEUE, lapses, true).claims().forEach(item -> lab.complete(robot, item));
    return steps;
  }

  private int statements(CrashingSource counted, Engine engine, ActionKey action, int items) {
    var asks = Stream.generate(() -> new EveryAction(lab).ask(action)).limit(items).toList();
    counted.behave();
    assertThat(
            engine.executeAll(
                asks.get(0).caller(),
                asks.stream().<Command>map(EveryAction.Ask::command).toList()))
        .noneMatch(ItemOutcome::refused);
    return counted.steps();
  }
}
