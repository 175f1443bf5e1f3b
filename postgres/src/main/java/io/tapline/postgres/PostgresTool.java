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
    // PGPORT, PGOPTIONS and their like are meant for somebody else's server.
    builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
    // Our own messages are found in the output by their English words.
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

  /**
   * For a program that leaves a server behind: a pipe would stay open for as long as that server
   * lives.
   */
  Result runInto(Path log) throws IOException {
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    Process process = builder.start();
    process.getOutputStream().close();
    return new Result(exitCode(process), "");
  }

  /**
   * Not cut short by an interrupt: a shutdown that interrupts its threads must still end with a
   * stopped server.
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
