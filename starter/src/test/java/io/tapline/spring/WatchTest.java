package io.tapline.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/** Health and metrics. */
class WatchTest {

  @Test
  void queues_and_actions_are_measured_and_health_follows_the_database() {
    try (var application = new ScratchApplication()) {
      application
          .provisioning()
          .withUserConfiguration(EnqueueTest.Orders.class)
          .run(
              context -> {
                var tapline = context.getBean(TaplineTemplate.class);
                tapline.enqueue("orders", Map.of("number", 1));
                var registry = new SimpleMeterRegistry();
                context.getBean(TaplineMetrics.class).bindTo(registry);
                assertThat(
                        registry.get("tapline.queue.depth").tag("queue", "orders").gauge().value())
                    .isEqualTo(1);
                tapline.enqueue("orders", Map.of("number", 2));
                assertThat(
                        registry
                            .get("tapline.action")
                            .tags("action", "enqueue_subject", "outcome", "done")
                            .timer()
                            .count())
                    .isEqualTo(1);

                var health = context.getBean(HealthIndicator.class);
                assertThat(health.health().getStatus()).isEqualTo(Status.UP);
                assertThat(health.health().getDetails())
                    .containsEntry("tenant", "default")
                    .containsEntry("queues", 1);
                application.sql("revoke tapline_serving from " + application.login);
                assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
              });
    }
  }
}
