package io.tapline.client.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** A worker in a JVM of its own, to be stopped, frozen and killed. */
public final class ChildWorker implements AutoCloseable {

  private static final long PATIENCE_SECONDS = 600;

  private final Process process;
  private final BufferedReader output;

  private ChildWorker(String... arguments) {
    var command =
        new java.util.ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                WorkerProcess.class.getName()));
    command.addAll(List.of(arguments));
    try {
      process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Its handlers wait until {@link #go}. */
  public static ChildWorker held(String url, String queue) {
    return new ChildWorker(url, queue, "held", "0");
  }

  /** Takes all there is, measures its heap after so many, and ends. */
  public static ChildWorker free(String url, String queue, int measureAt) {
    return new ChildWorker(url, queue, "free", String.valueOf(measureAt));
  }

  /** The next line that begins with this word, without it. */
  public String awaitLine(String word) {
    try {
      for (var line = output.readLine(); line != null; line = output.readLine()) {
        if (line.startsWith(word + " ")) {
          return line.substring(word.length() + 1);
        }
      }
      throw new AssertionError("the worker ended without a word of " + word);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until so many handlers hold work. */
  public Set<String> awaitBegun(int count) {
    var subjects = new HashSet<String>();
    while (subjects.size() < count) {
      subjects.add(awaitLine("begun"));
    }
    return subjects;
  }

  public void go() {
    try {
      process.getOutputStream().write('\n');
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** SIGKILL. */
  public void kill() {
    process.toHandle().destroyForcibly();
    awaitEnd();
  }

  /** SIGTERM; its last words are still to be read. */
  public void terminate() {
    process.toHandle().destroy();
  }

  /** SIGSTOP: not one instruction runs until {@link #thaw}. */
  public void freeze() {
    signal("-STOP");
  }

  /** SIGCONT. */
  public void thaw() {
    signal("-CONT");
  }

  private void signal(String name) {
    try {
      int code = new ProcessBuilder("kill", name, String.valueOf(process.pid())).start().waitFor();
      if (code != 0) {
        throw new AssertionError("kill " + name + " ended with " + code);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  public int awaitEnd() {
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("the worker did not end");
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
