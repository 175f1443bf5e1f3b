package io.tapline.bench.chaos;

import io.tapline.api.request.CreateQueue;
import io.tapline.api.request.QueueFields;
import io.tapline.api.request.QueueFields.RetryFields;
import io.tapline.bench.chaos.actor.WorkSetup;
import io.tapline.client.TaplineClient;
import io.tapline.client.api.HoldFilter;
import io.tapline.client.error.TaplineException;
import java.util.List;

/** Creates the queues before a run, and releases the holds after it. */
final class QueueSetup {

  private static final int MANY = 100;
  private static final int FEW = 6;
  private static final int PAGE = 500;

  private final String address;

  QueueSetup(String address) {
    this.address = address;
  }

  void create() {
    try (var client = client()) {
      create(client, WorkSetup.QUEUE, MANY);
      create(client, WorkSetup.NEXT_QUEUE, FEW);
    }
  }

  private static void create(TaplineClient client, String key, int attempts) {
    client
        .queues()
        .create(
            new CreateQueue(
                null,
                key,
                QueueFields.builder()
                    .subjectTemplateCodes(List.of(WorkSetup.TEMPLATE))
                    .leaseTtlSeconds(WorkSetup.LEASE_SECONDS)
                    .maxAttemptsDefault(attempts)
                    .retryPolicy(RetryFields.exponential(0.2, 2, 5))
                    .build()));
  }

  /** Releases the holds of ended clients, so that their subjects can end too. */
  void releaseHolds() {
    try (var client = client()) {
      var filter = HoldFilter.all().status("ACTIVE").limit(PAGE);
      for (var hold : client.holds().list(filter).items()) {
        try {
          client.holds().release(hold.holdEuid(), "the run is over");
        } catch (TaplineException e) {
          // Another client released the hold, or its subject has ended.
          continue;
        }
      }
    } catch (TaplineException e) {
      // The server is not ready yet; the caller retries.
    }
  }

  private TaplineClient client() {
    return TaplineClient.builder().url(address).token(WorkSetup.TOKEN).build();
  }
}
