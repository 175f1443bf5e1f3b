package io.tapline.client.cases;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.tapline.client.TaplineClient;
import io.tapline.client.testing.WorkerLab;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TestTapline;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;

/**
 * The worker runtimes of all languages go through the same table of cases against the same real
 * server, and the same must come of it. Each language has a class of its own, so that they do so
 * side by side.
 */
@TaplineServer
abstract class WorkerCases {

  private static TestTapline tapline;
  private static TaplineClient client;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    client = new WorkerLab(tapline).client();
  }

  @AfterAll
  static void stop() {
    client.close();
  }

  static CaseRun.Language program(Supplier<ProcessBuilder> program) {
    return (one, cable, queue) -> new ProcessCaseWorker(program.get(), one, cable, queue);
  }

  static Stream<DynamicTest> cases(String name, CaseRun.Language language) {
    return WorkerCase.all().stream()
        .map(
            one ->
                dynamicTest(
                    name + ", " + one.name() + ": " + one.says(), () -> run(one, language)));
  }

  private static void run(WorkerCase one, CaseRun.Language language) {
    try (var run = new CaseRun(one, language, tapline, client)) {
      run.run();
    }
  }
}
