package io.tapline.cli.exec;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A program that runs for one job, with all processes that it started. */
final class ChildProgram {

  /** The rest of the server's limit for results is left for added fields and escapes. */
  static final int MOST_OUTPUT = 200 * 1024;

  static final int MOST_COMPLAINTS = 8 * 1024;

  /** A process that the program left behind may keep the pipes open for ever. */
  private static final Duration PIPES = Duration.ofSeconds(2);

  private static final int ROUNDS = 10;

  private final Process process;
  private final CappedOutput output = CappedOutput.beginning(MOST_OUTPUT);
  private final CappedOutput complaints = CappedOutput.end(MOST_COMPLAINTS);
  private final List<Thread> pipes;
  private final Set<ProcessHandle> tree = new LinkedHashSet<>();
  private boolean stopRequested;

  private ChildProgram(Process process, byte[] input) {
    this.process = process;
    this.pipes =
        List.of(
            pipe("output", () -> output.readAll(process.getInputStream())),
            pipe("complaints", () -> complaints.readAll(process.getErrorStream())));
    // If the program never reads its input, the write ends with the process.
    pipe("input", () -> write(input));
  }

  static ChildProgram start(
      String command, Map<String, String> variables, Path directory, byte[] input)
      throws IOException {
    var builder = new ProcessBuilder("/bin/sh", "-c", command).directory(directory.toFile());
    builder.environment().putAll(variables);
    return new ChildProgram(builder.start(), input);
  }

  private static Thread pipe(String what, Runnable work) {
    var thread = new Thread(work, "tapline-exec-" + what);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void write(byte[] input) {
    try (var stdin = process.getOutputStream()) {
      stdin.write(input);
    } catch (IOException e) {
      // A program may end without reading its input.
    }
  }

  /** Waits for the end of the program and of its output. */
  int await() throws InterruptedException {
    int code = process.waitFor();
    long until = System.nanoTime() + PIPES.toNanos();
    for (var pipe : pipes) {
      pipe.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime())));
    }
    return code;
  }

  CappedOutput output() {
    return output;
  }

  CappedOutput complaints() {
    return complaints;
  }

  /**
   * Sends SIGTERM to the whole tree, and SIGKILL to the remaining processes after the grace time.
   */
  synchronized void stop(Duration grace) {
    if (stopRequested) {
      return;
    }
    stopRequested = true;
    look();
    tree.forEach(ProcessHandle::destroy);
    CompletableFuture.allOf(
            tree.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new))
        .completeOnTimeout(null, grace.toMillis(), TimeUnit.MILLISECONDS)
        .thenRun(this::kill);
  }

  /** Sends SIGKILL to the whole tree. */
  synchronized void kill() {
    // A process may start another one between the listing and the signal, so this is repeated.
    for (int round = 0; round < ROUNDS && look(); round++) {
      tree.forEach(ProcessHandle::destroyForcibly);
    }
  }

  /**
   * Updates the list of live processes, and keeps those whose parent has ended. @return whether any
   * is alive
   */
  private boolean look() {
    tree.removeIf(handle -> !handle.isAlive());
    if (process.isAlive()) {
      // The parent precedes its children: otherwise it could observe their end and continue as if
      // they had finished.
      tree.add(process.toHandle());
    }
    for (var known : List.copyOf(tree)) {
      known.descendants().forEach(tree::add);
    }
    return !tree.isEmpty();
  }
}
