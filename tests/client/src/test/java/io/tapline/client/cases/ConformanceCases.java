package io.tapline.client.cases;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * A runtime that somebody else has written: {@code ./tapline conformance COMMAND} runs this, by its
 * name, and shows the report; see docs/guide/http-worker.md.
 */
class ConformanceCases extends WorkerCases {

  @TestFactory
  Stream<DynamicTest> the_runtime_of_this_command_does_what_the_table_says() throws IOException {
    var report = Files.writeString(Path.of("target", "conformance.txt"), "");
    return cases("yours", program(ConformanceCases::command))
        .map(test -> dynamicTest(test.getDisplayName(), () -> told(test, report)));
  }

  /** The shell replaces itself with the worker, so that signals reach the worker. */
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
}
