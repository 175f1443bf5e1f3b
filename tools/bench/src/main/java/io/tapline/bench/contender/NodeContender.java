package io.tapline.bench.contender;

import io.tapline.bench.host.BenchDatabase;
import io.tapline.bench.host.ChildProcesses;
import io.tapline.bench.host.UncheckedCalls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A queue library in its own Node.js process, with a line protocol (see {@code
 * tools/bench/node/driver.mjs}). The process ends with its input, so it does not outlive this JVM.
 */
final class NodeContender implements Contender {

  private static final int ANSWER_SECONDS = 120;
  private static final int STOP_SECONDS = 30;
  private static final long NANOS_PER_MICRO = 1_000;

  private final Process process;
  private final BlockingQueue<String> answers = new ArrayBlockingQueue<>(1);
  private volatile CompletionListener listener;
  private volatile boolean closing;

  NodeContender(ProcessBuilder script, BenchDatabase at) {
    script.environment().putAll(at.environment());
    process = UncheckedCalls.get(script::start);
    UncheckedCalls.daemon("bench-node", this::listen);
    UncheckedCalls.daemon("bench-node", this::copyErrors);
    expect("ready");
  }

  /** Copies the errors to the stream of this JVM, which an interrupted run closes. */
  private void copyErrors() {
    try (var errors = process.errorReader(StandardCharsets.UTF_8)) {
      errors.lines().forEach(System.err::println);
    } catch (IOException | UncheckedIOException e) {
      // The process has ended.
    }
  }

  @Override
  public void enqueue(int from, int count) {
    send("enqueue " + from + " " + count);
    expect("ok");
  }

  @Override
  public void start(CompletionListener completionListener) {
    listener = completionListener;
    send("start");
    expect("ok");
  }

  private void send(String line) {
    UncheckedCalls.run(
        () -> {
          var input = process.getOutputStream();
          input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
          input.flush();
        });
  }

  private void expect(String wanted) {
    var answer = UncheckedCalls.get(() -> answers.poll(ANSWER_SECONDS, TimeUnit.SECONDS));
    if (!wanted.equals(answer)) {
      throw new IllegalStateException("expected '" + wanted + "' of Node.js, got " + answer);
    }
  }

  private void listen() {
    try (var lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        receive(line);
      }
      ended(new IllegalStateException("the Node.js process has ended"));
    } catch (IOException | RuntimeException e) {
      ended(e);
    }
  }

  private void receive(String line) {
    if (!line.startsWith("done ")) {
      answers.add(line);
      return;
    }
    long now = System.nanoTime();
    for (var word : line.substring("done ".length()).split(" ")) {
      int colon = word.indexOf(':');
      long age = Long.parseLong(word.substring(colon + 1)) * NANOS_PER_MICRO;
      listener.done(Integer.parseInt(word.substring(0, colon)), now - age);
    }
  }

  private void ended(Exception cause) {
    // No further answer can arrive, so the waiting caller is released.
    answers.offer(cause.toString());
    if (listener != null && !closing) {
      listener.failed(cause);
    }
  }

  @Override
  public void close() {
    closing = true;
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      process.destroyForcibly();
    }
    ChildProcesses.awaitEnd(process, STOP_SECONDS);
  }
}
