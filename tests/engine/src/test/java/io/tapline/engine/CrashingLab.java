package io.tapline.engine;

import com.zaxxer.hikari.HikariDataSource;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.request.Claim;
import io.tapline.api.request.ClaimBuilder;
import io.tapline.api.request.Command;
import io.tapline.api.request.PlaceHold;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.MinimalPack;
import io.tapline.testkit.engine.ScratchEngine;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** An engine whose connection dies at a chosen statement. */
abstract class CrashingLab {

  /** No action comes near it; the loop ends when an action passes unharmed. */
  static final int MAX_STEPS = 200;

  static final List<MinimalPack> PACKS = List.of(new MinimalPack("make_part"));

  static ScratchEngine test;
  static CrashingSource crashing;
  static Engine engine;
  static HeldLane lane;
  static Engine sharing;

  InspectedTenant lab;
  String worker;

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

  ClaimAnswer.Item started() {
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

  static PlaceHold hold(String key, String subject) {
    return new PlaceHold(
        RequestMeta.key(key), subject, StatePrecondition.NOTHING, null, "STOP", "stop the line");
  }

  static Command cancel(String subject) {
    return new io.tapline.api.request.Cancel(
        RequestMeta.key(InspectedTenant.key()),
        subject,
        StatePrecondition.NOTHING,
        false,
        "not needed");
  }

  long actions(String key) {
    return lab.count(
        "generic_instance where tenant_id = ? and storage_class in ('action', 'pulse')"
            + " and idempotency_key = ?",
        lab.tenantId(),
        key);
  }
}
