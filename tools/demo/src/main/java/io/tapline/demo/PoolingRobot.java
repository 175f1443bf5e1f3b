package io.tapline.demo;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.WorkerType;
import io.tapline.api.request.ClaimBuilder;
import io.tapline.api.request.HeartbeatBuilder;
import io.tapline.api.request.RegisterWorkerBuilder;
import io.tapline.api.request.Release;
import io.tapline.client.api.ItemFilter;
import io.tapline.client.error.TaplineException;
import io.tapline.packs.wetlab.SequencingPlatform;
import java.util.List;

/** A robot that pools libraries once a platform has enough of them: many leases, one action. */
final class PoolingRobot extends RepeatedTask {

  private static final int FEWEST = 4;
  private static final int MOST = 6;

  private String worker;

  PoolingRobot(SimulatedLab lab) {
    super("pooling", lab, 5);
  }

  @Override
  void once() throws InterruptedException {
    if (worker == null) {
      worker = register();
    }
    lab().floor().workers().heartbeat(HeartbeatBuilder.builder().workerEuid(worker).build());
    for (var platform : SequencingPlatform.values()) {
      pool(platform);
    }
  }

  private String register() {
    return lab()
        .floor()
        .workers()
        .register(
            RegisterWorkerBuilder.builder()
                .workerKey("demo-echo-650")
                .workerType(WorkerType.INSTRUMENT_ADAPTER)
                .displayName("Echo 650 pooling robot")
                .capabilities(List.of("wetlab.pooling", "platform.ILMN", "platform.ONT"))
                .maxConcurrentLeases(MOST)
                .heartbeatTtlSeconds(120)
                .build())
        .workerEuid();
  }

  private void pool(SequencingPlatform platform) throws InterruptedException {
    var queue = platform.pooling();
    var waiting = lab().floor().queues().items(queue, ItemFilter.all().limit(MOST)).items();
    if (waiting.size() < FEWEST) {
      return;
    }
    var claims =
        lab()
            .floor()
            .leases()
            .claim(
                ClaimBuilder.builder()
                    .workerEuid(worker)
                    .queueKey(queue)
                    .maxItems(waiting.size())
                    .start(true)
                    .build())
            .claims();
    if (claims.isEmpty()) {
      return;
    }
    lab().pace().pause(lab().chance().between(10, 20));
    try {
      var libraries = claims.stream().map(ClaimAnswer.Item::subjectEuid).toList();
      lab()
          .perform(
              "create_pool",
              worker,
              libraries.get(0),
              lab().stepFields().pool(platform, libraries));
    } catch (TaplineException e) {
      // Another caller took one of the libraries: all leases are released, and the next round pools
      // the rest.
      lab()
          .floor()
          .leases()
          .release(
              claims.stream()
                  .map(claim -> new Release(null, worker, claim.leaseEuid(), null, false, null))
                  .toList());
      throw e;
    }
  }
}
