package io.tapline.engine;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.request.ClaimBuilder;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.testkit.engine.ScratchEngine;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** A queue with as many workers as claim at once, and how often they looked again for work. */
abstract class HonestClaimLab {

  static final int CLAIMERS = 16;

  static ScratchEngine test;

  InspectedTenant lab;
  List<String> workers;

  @BeforeAll
  static void open() {
    // One connection more for the transaction that holds a lock, and one for the test that watches.
    test = new ScratchEngine(CLAIMERS + 2);
  }

  @AfterAll
  static void close() {
    test.close();
  }

  @BeforeEach
  void fresh() {
    lab = InspectedTenant.in(test).queue(InspectedTenant.QUEUE, InspectedTenant.fields(60, 50));
    workers = new ArrayList<>();
    for (int i = 0; i < CLAIMERS; i++) {
      workers.add(lab.worker("w" + i));
    }
  }

  ClaimAnswer claim(String worker, String queue) {
    return claim(lab.engine(), worker, queue);
  }

  ClaimAnswer claim(Engine engine, String worker, String queue) {
    return engine.claim(
        lab.service,
        ClaimBuilder.builder()
            .meta(RequestMeta.key(InspectedTenant.key()))
            .workerEuid(worker)
            .queueKey(queue)
            .maxItems(1)
            .build());
  }

  long looks() {
    return test.engine().stats().claimConflicts(lab.tenantId(), InspectedTenant.QUEUE)
        + test.engine().stats().claimConflicts(lab.tenantId(), "second");
  }
}
