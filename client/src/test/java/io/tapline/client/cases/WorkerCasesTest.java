package io.tapline.client.cases;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.tapline.client.TaplineClient;
import io.tapline.client.testing.WorkerLab;
import io.tapline.server.testing.TestTapline;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The worker runtimes of Java and of Python go through the same table of cases against the same
 * real server, and the same must come of it.
 */
class WorkerCasesTest {

  private static TestTapline tapline;
  private static TaplineClient client;

  @BeforeAll
  static void start() {
    tapline = TestTapline.start();
    client = new WorkerLab(tapline).client();
  }

  @AfterAll
  static void stop() {
    client.close();
    tapline.close();
  }

  @TestFactory
  Stream<DynamicTest> the_java_runtime_does_what_the_table_says() {
    return cases("Java", JavaCaseWorker::new);
  }

  @TestFactory
  Stream<DynamicTest> the_python_runtime_does_what_the_table_says() {
    Python.require();
    return cases("Python", program(() -> Python.program(Map.of(), "tests/case_worker.py")));
  }

  /**
   * A runtime that somebody else has written: {@code ./tapline conformance COMMAND} runs this and
   * shows the report; see docs/guide/http-worker.md.
   */
  @TestFactory
  @EnabledIfSystemProperty(named = "tapline.conformance", matches = ".+")
  Stream<DynamicTest> the_runtime_of_this_command_does_what_the_table_says() throws IOException {
    var report = Files.writeString(Path.of("target", "conformance.txt"), "");
    return cases("yours", program(WorkerCasesTest::command))
        .map(test -> dynamicTest(test.getDisplayName(), () -> told(test, report)));
  }

  /** By the shell, which the worker takes the place of, so that signals reach it. */
  private static ProcessBuilder command() {
    var line = "exec " + System.getProperty("tapline.conformance") + " \"$@\"";
    return new ProcessBuilder("sh", "-c", line, "sh")
        .directory(new File(System.getProperty("tapline.conformance.folder", ".")));
  }

  private static void told(DynamicTest test, Path report) throws Throwable {
    var name = test.getDisplayName().substring("yours, ".length());
    try {
      test.getExecutable().execute();
      Files.writeString(report, "passed  " + name + "\n", StandardOpenOption.APPEND);
    } catch (Throwable e) {
      var said = "FAILED  " + name + "\n        " + e.getMessage() + "\n";
      Files.writeString(report, said, StandardOpenOption.APPEND);
      throw e;
    }
  }

  private static CaseRun.Language program(Supplier<ProcessBuilder> program) {
    return (one, cable, queue) -> new ProcessCaseWorker(program.get(), one, cable, queue);
  }

  private static Stream<DynamicTest> cases(String name, CaseRun.Language language) {
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
