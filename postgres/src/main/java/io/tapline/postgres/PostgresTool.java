package io.tapline.postgres;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** One run of a PostgreSQL program. */
final class PostgresTool {

  private final ProcessBuilder builder;

  PostgresTool(List<String> command) {
    builder = new ProcessBuilder(command).redirectErrorStream(true);
    // PGPORT, PGOPTIONS and similar variables are meant for another server.
    builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
    // The output is searched for English messages.
    builder.environment().put("LC_ALL", "C");
  }

  PostgresTool with(Map<String, String> environment) {
    builder.environment().putAll(environment);
    return this;
  }

  Result run() throws IOException {
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Result(exitCode(process), output.strip());
  }

  /** For a program that leaves a server running, which would keep a pipe open. */
  Result runInto(Path log) throws IOException {
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    Process process = builder.start();
    process.getOutputStream().close();
    return new Result(exitCode(process), "");
  }

  /**
   * An interrupt does not end the wait: a shutdown that interrupts its threads must still stop the
   * server.
   */
  private static int exitCode(Process process) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return process.waitFor();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  record Result(int exitCode, String output) {

    boolean ok() {
      return exitCode == 0;
    }

    String lastLine() {
      return output.substring(output.lastIndexOf('\n') + 1);
    }
  }
}
