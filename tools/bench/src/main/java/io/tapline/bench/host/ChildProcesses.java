package io.tapline.bench.host;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Starts, signals and ends processes. */
public final class ChildProcesses {

  private ChildProcesses() {}

  /** The result of a command; its output includes its errors. */
  public record Result(int status, String output) {

    public boolean ok() {
      return status == 0;
    }
  }

  /** The path of the java command of this JVM. */
  public static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** A free port of the loopback interface. */
  public static int freePort() {
    return UncheckedCalls.get(
        () -> {
          try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
          }
        });
  }

  public static Result run(List<String> command) {
    return run(command, "");
  }

  /** Runs a command to its end. */
  public static Result run(List<String> command, String input) {
    return UncheckedCalls.get(
        () -> {
          var builder = new ProcessBuilder(command).redirectErrorStream(true);
          builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
          var process = builder.start();
          try (var to = process.getOutputStream()) {
            to.write(input.getBytes(StandardCharsets.UTF_8));
          }
          var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
          return new Result(process.waitFor(), output.strip());
        });
  }

  public static void require(List<String> command) {
    var result = run(command);
    if (!result.ok()) {
      throw new IllegalStateException(String.join(" ", command) + ": " + result.output());
    }
  }

  /** Sends a signal to a process; an ended process is ignored. */
  public static void signal(String signal, long pid) {
    run(List.of("kill", "-" + signal, Long.toString(pid)));
  }

  /** Waits for the end of a process, and kills it with its children when the time is up. */
  public static void awaitEnd(Process process, int seconds) {
    try {
      if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Halts this process when its input ends, so that it does not outlive the one that started it.
   */
  public static void haltWithInput() {
    UncheckedCalls.daemon(
        "bench-watch",
        () -> {
          try {
            System.in.transferTo(OutputStream.nullOutputStream());
          } catch (IOException e) {
            // A broken input is handled like its end.
          }
          Runtime.getRuntime().halt(1);
        });
  }
}
