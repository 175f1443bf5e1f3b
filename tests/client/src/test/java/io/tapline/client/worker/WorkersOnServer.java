package io.tapline.client.worker;

import io.tapline.client.TaplineClient;
import io.tapline.client.testing.WorkerLab;
import io.tapline.server.testing.TestTapline;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** A server, and workers of the Java client over real HTTP. */
abstract class WorkersOnServer {

  static TestTapline tapline;
  static WorkerLab lab;
  static TaplineClient client;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    lab = new WorkerLab(tapline);
    client = lab.client();
  }

  @AfterAll
  static void stop() {
    client.close();
  }

  static WorkerBuilder worker(String queue) {
    return client.worker("tester").queue(queue).grace(Duration.ofSeconds(10)).stopAtExit(false);
  }
}
