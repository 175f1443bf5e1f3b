package io.tapline.demo;

import io.tapline.api.ClaimAnswer;
import io.tapline.client.api.ClaimRequest;
import io.tapline.client.api.HeartbeatRequest;
import io.tapline.client.api.ItemFilter;
import io.tapline.client.api.LeaseRequest;
import io.tapline.client.api.RegisterRequest;
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
    lab().floor().workers().heartbeat(HeartbeatRequest.of(worker));
    for (var platform : SequencingPlatform.values()) {
      pool(platform);
    }
  }

  private String register() {
    return lab()
        .floor()
        .workers()
        .register(
            RegisterRequest.of("demo-echo-650", "INSTRUMENT_ADAPTER")
                .displayName("Echo 650 pooling robot")
                .capabilities(List.of("wetlab.pooling", "platform.ILMN", "platform.ONT"))
                .maxConcurrentLeases(MOST)
                .heartbeatTtlSeconds(120))
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
            .claim(ClaimRequest.by(worker).queue(queue).maxItems(waiting.size()).start(true))
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
          .release(claims.stream().map(claim -> LeaseRequest.of(worker, claim)).toList());
      throw e;
    }
  }
}
