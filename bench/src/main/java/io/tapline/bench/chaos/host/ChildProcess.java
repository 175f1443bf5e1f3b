package io.tapline.bench.chaos.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A Java process of a run, which is killed and started again many times. */
public final class ChildProcess implements AutoCloseable {

  private static final int END_SECONDS = 60;

  private final String name;
  private final List<String> command;
  private final Map<String, String> environment;
  private final Path log;
  private Process process;
  private int starts;
  private boolean wanted;

  public ChildProcess(
      String name, List<String> command, Map<String, String> environment, Path log) {
    this.name = name;
    this.command = command;
    this.environment = environment;
    this.log = log;
  }

  public String name() {
    return name;
  }

  public synchronized int starts() {
    return starts;
  }

  public synchronized boolean alive() {
    return process != null && process.isAlive();
  }

  public synchronized long pid() {
    return process.pid();
  }

  /** Each start is told which one it is, so that it writes a log of its own. */
  public synchronized void start() {
    wanted = true;
    if (alive()) {
      return;
    }
    starts++;
    try {
      var builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.environment().keySet().removeIf(variable -> variable.startsWith("TAPLINE_"));
      builder.environment().putAll(environment);
      builder.environment().put("CHAOS_START", Integer.toString(starts));
      // Its input stays open: it ends when this process does.
      process = builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile())).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Started again if it ended though nobody ended it. */
  public synchronized boolean revive() {
    if (!wanted || alive()) {
      return false;
    }
    start();
    return true;
  }

  /** kill -9. */
  public synchronized void kill() {
    wanted = false;
    signal("KILL");
    await();
  }

  /** It may finish what it does. */
  public synchronized void terminate() {
    wanted = false;
    signal("TERM");
    await();
  }

  public void freeze() {
    signal("STOP");
  }

  public void thaw() {
    signal("CONT");
  }

  private void signal(String signal) {
    if (alive()) {
      CommandRunner.signal(signal, pid());
    }
  }

  private void await() {
    if (process == null) {
      return;
    }
    try {
      if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
    }
  }

  @Override
  public void close() {
    kill();
  }
}
