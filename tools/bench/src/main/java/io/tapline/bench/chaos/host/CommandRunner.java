package io.tapline.bench.chaos.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs one command to its end. */
public final class CommandRunner {

  private CommandRunner() {}

  record Result(int status, String output) {

    boolean ok() {
      return status == 0;
    }
  }

  static Result run(List<String> command) {
    return run(command, "");
  }

  static Result run(List<String> command, String input) {
    try {
      var builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
      var process = builder.start();
      try (var to = process.getOutputStream()) {
        to.write(input.getBytes(StandardCharsets.UTF_8));
      }
      var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Result(process.waitFor(), output.strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  static void require(List<String> command) {
    var result = run(command);
    if (!result.ok()) {
      throw new IllegalStateException(String.join(" ", command) + ": " + result.output());
    }
  }

  /** Sends a signal to a process; an ended process is ignored. */
  public static void signal(String signal, long pid) {
    run(List.of("kill", "-" + signal, Long.toString(pid)));
  }
}
