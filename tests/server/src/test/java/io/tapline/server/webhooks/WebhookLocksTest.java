package io.tapline.server.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.testkit.engine.ScratchEngine;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two servers that could carry to the same webhook. */
class WebhookLocksTest {

  private static ScratchEngine test;

  @BeforeAll
  static void start() {
    test = new ScratchEngine(4);
  }

  @AfterAll
  static void stop() {
    test.close();
  }

  @Test
  void one_server_at_a_time_carries_to_a_webhook() throws SQLException {
    try (var one = new WebhookLocks(test.serving());
        var two = new WebhookLocks(test.serving())) {
      assertThat(one.hold("A-WH-1")).isTrue();
      assertThat(one.hold("A-WH-1")).isTrue();
      assertThat(two.hold("A-WH-1")).isFalse();
      assertThat(two.hold("A-WH-2")).isTrue();
      one.letGo("A-WH-1");
      assertThat(two.hold("A-WH-1")).isTrue();
    }
    try (var next = new WebhookLocks(test.serving())) {
      assertThat(next.hold("A-WH-2")).as("let go by a server that has stopped").isTrue();
    }
  }

  @Test
  void a_server_that_is_gone_leaves_its_webhooks_to_another() throws SQLException {
    var gone = new WebhookLocks(test.serving());
    assertThat(gone.hold("A-WH-3")).isTrue();
    try (var other = new WebhookLocks(test.serving())) {
      assertThat(other.hold("A-WH-3")).isFalse();
      test.advance(WebhookLocks.HELD_FOR.plusSeconds(1));
      assertThat(other.hold("A-WH-3")).isTrue();
    }
  }
}
