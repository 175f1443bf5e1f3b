package io.tapline.demo;

import io.tapline.api.request.QueueFields;
import io.tapline.api.request.QueueFields.RetryFields;
import io.tapline.api.request.UpdateQueue;
import io.tapline.client.api.QueueFilter;
import io.tapline.client.api.QueueView;
import java.util.List;

/**
 * The queues of the packs, with shorter leases and retry delays than in a real lab, so that a
 * visitor can watch the recovery from a crash.
 */
final class DemoQueues {

  private static final double LEASE_SECONDS = 45;
  private static final int SHORTEST_LEASE = 8;
  private static final double RETRY_SECONDS = 20;
  private static final double LONGEST_RETRY_SECONDS = 120;

  private final SimulatedLab lab;

  DemoQueues(SimulatedLab lab) {
    this.lab = lab;
  }

  /**
   * The queues of the packs, which require a capability of their pack; other queues belong to
   * visitors.
   */
  List<QueueView> all() {
    return lab.office().queues().list(QueueFilter.all().limit(500)).items().stream()
        .filter(queue -> queue.requiredWorkerCapabilities().stream().anyMatch(DemoQueues::ofAPack))
        .toList();
  }

  private static boolean ofAPack(String capability) {
    return capability.startsWith("wetlab.") || capability.startsWith("compute.");
  }

  void hasten() {
    int lease = lab.pace().seconds(LEASE_SECONDS, SHORTEST_LEASE);
    long retry = lab.pace().seconds(RETRY_SECONDS, 1);
    long longest = lab.pace().seconds(LONGEST_RETRY_SECONDS, 2);
    for (var queue : all()) {
      var policy = queue.retryPolicy();
      if (queue.leaseTtlSeconds() != lease || policy.initialDelaySeconds() != retry) {
        lab.clients()
            .admin()
            .queues()
            .update(
                new UpdateQueue(
                    null,
                    queue.queueKey(),
                    queue.revision(),
                    QueueFields.builder()
                        .leaseTtlSeconds(lease)
                        .retryPolicy(RetryFields.exponential(retry, 2, longest))
                        .build(),
                    "The demo's time goes by faster than a lab's"));
      }
    }
  }
}
