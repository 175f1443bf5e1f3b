package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ActionKey;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.ExecutionState;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Command;
import io.tapline.api.request.Complete;
import io.tapline.api.request.Enqueue;
import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.EuidMint;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** An engine whose lanes can be held, so that requests share a transaction for certain. */
abstract class CombinedLab extends InspectedTenantTest {

  static HeldLane lane;
  static Engine engine;

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
    // A known caller needs no connection before the lane.
    engine.execute(lab.operator, Enqueue.task(InspectedTenant.key(), "elsewhere", null));
    var item = claimed("elsewhere").get(0);
    engine.execute(lab.service, completion(item));
  }

  List<ClaimAnswer.Item> claimed(String queue) {
    return engine
        .claim(lab.service, Claim.batch(InspectedTenant.key(), worker, queue, 100, true))
        .claims();
  }

  List<ClaimAnswer.Item> started(int count) {
    lab.enqueue(QUEUE, count);
    var items = claimed(QUEUE);
    assertThat(items).hasSize(count);
    return items;
  }

  Complete completion(ClaimAnswer.Item item) {
    return Complete.of(InspectedTenant.key(), item.subjectEuid(), worker, item.leaseEuid());
  }

  Supplier<ItemOutcome> asking(Caller caller, Command command) {
    return () -> engine.executeAll(caller, List.of(command)).get(0);
  }

  Supplier<ItemOutcome> completing(ClaimAnswer.Item item) {
    return asking(lab.service, completion(item));
  }

  Runnable someCompletion() {
    return () ->
        engine.execute(lab.service, Complete.of(InspectedTenant.key(), worker, worker, worker));
  }

  Runnable someEnqueue() {
    return () -> engine.execute(lab.operator, Enqueue.task(InspectedTenant.key(), QUEUE, null));
  }

  Runnable someClaim() {
    return () -> engine.claim(lab.service, Claim.one(InspectedTenant.key(), worker, QUEUE));
  }

  static List<ItemOutcome> outcomes(List<HeldLane.Member<ItemOutcome>> members) {
    return members.stream().map(HeldLane.Member::get).toList();
  }

  static long shared(ActionKey action) {
    return engine.stats().shared(action, false);
  }

  static long failed(ActionKey action) {
    return engine.stats().shared(action, true);
  }

  int transactions(List<ActionAnswer> answers) {
    return evidence.transactions(
        answers.stream().map(ActionAnswer::actionEuid).toArray(String[]::new));
  }

  ExecutionState state(ClaimAnswer.Item item) {
    return lab.envelope(item.subjectEuid()).state();
  }

  void assertSound() {
    assertThat(new InvariantChecker(test.engine()).check(lab.tenantId())).isEmpty();
  }

  Connection lock(String table, String euid) throws SQLException {
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
}
