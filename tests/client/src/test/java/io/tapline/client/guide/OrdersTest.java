package io.tapline.client.guide;

import io.tapline.testkit.server.ScratchServer;
import io.tapline.testkit.server.ServerTest;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The example of docs/guide/testing.md. */
@ServerTest
class OrdersTest {

  @Test
  void an_order_is_shipped_once_the_carrier_answers(ScratchServer tapline) {
    var queue = tapline.queue();
    var order = tapline.enqueue(queue, Map.of("number", 42));

    tapline.drainAdvancing(
        queue,
        job -> {
          if (job.attempt() < 3) {
            throw new IOException("the carrier does not answer");
          }
          return Map.of("label", "L-" + job.properties().path("number").asInt());
        });

    tapline
        .assertThat(order)
        .isCompleted()
        .hasAttempts("FAILED_RETRYABLE", "FAILED_RETRYABLE", "SUCCEEDED");
  }
}
