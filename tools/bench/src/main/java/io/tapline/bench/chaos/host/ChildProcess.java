package io.tapline.bench.chaos.host;

import io.tapline.bench.host.ChildProcesses;
import io.tapline.bench.host.UncheckedCalls;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A Java process of a run, which is killed and restarted many times. */
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

  /** Each start gets its number, so that it writes its own log. */
  public synchronized void start() {
    wanted = true;
    if (alive()) {
      return;
    }
    starts++;
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(variable -> variable.startsWith("TAPLINE_"));
    builder.environment().putAll(environment);
    builder.environment().put("CHAOS_START", Integer.toString(starts));
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    // The input of the process stays open, so that it ends with this process.
    process = UncheckedCalls.get(builder::start);
  }

  /** Restarts the process if it ended without a fault. */
  public synchronized boolean revive() {
    if (!wanted || alive()) {
      return false;
    }
    start();
    return true;
  }

  /** Sends SIGKILL. */
  public synchronized void kill() {
    wanted = false;
    signal("KILL");
    await();
  }

  /** Sends SIGTERM, so that the process can finish its work. */
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
      ChildProcesses.signal(signal, pid());
    }
  }

  private void await() {
    if (process != null) {
      ChildProcesses.awaitEnd(process, END_SECONDS);
    }
  }

  @Override
  public void close() {
    kill();
  }
}
