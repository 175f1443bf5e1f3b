package io.tapline.client.testing;

import io.tapline.client.TaplineClient;
import io.tapline.client.worker.Job;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A worker in a process of its own, run by {@link ChildWorker}. It says what it begins, and goes on
 * once it reads a line; {@code free} as its third argument lets it go on at once.
 */
final class WorkerProcess {

  private static final int CONCURRENCY = 3;
  private static final int FREE_CONCURRENCY = 200;

  private final CountDownLatch go;
  private final int measureAt;
  private final AtomicInteger handled = new AtomicInteger();

  private WorkerProcess(boolean free, int measureAt) {
    go = new CountDownLatch(free ? 0 : 1);
    this.measureAt = measureAt;
  }

  /** URL, queue, "free" or "held", and after how many pieces of work the heap is measured. */
  public static void main(String[] args) throws Exception {
    boolean free = args[2].equals("free");
    new WorkerProcess(free, Integer.parseInt(args[3])).run(args[0], args[1], free);
  }

  private void run(String url, String queue, boolean free) throws Exception {
    try (var client = TaplineClient.builder().url(url).token("acme-service").build()) {
      var builder =
          client
              .worker("child")
              .queue(queue)
              .concurrency(free ? FREE_CONCURRENCY : CONCURRENCY)
              .grace(Duration.ofMillis(200))
              .handle(this::handle);
      var worker = (free ? builder.stopWhenIdle() : builder).start();
      // Printed by a hook too, for SIGTERM ends it there.
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(
                  () -> {
                    worker.close();
                    say("figures " + worker.figures());
                  }));
      if (!free) {
        letGoWhenTold();
      }
      worker.awaitStop();
      measure();
    }
  }

  private Object handle(Job job) throws Exception {
    if (measureAt == 0) {
      say("begun " + job.subjectEuid());
    }
    go.await();
    if (handled.incrementAndGet() == measureAt) {
      measure();
    }
    return Map.of("by", "the child");
  }

  /** Used memory after a garbage collection. */
  private static void measure() {
    System.gc();
    var runtime = Runtime.getRuntime();
    say("heap " + (runtime.totalMemory() - runtime.freeMemory()));
  }

  private void letGoWhenTold() {
    var reader =
        new Thread(
            () -> {
              try {
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))
                    .readLine();
                go.countDown();
              } catch (IOException e) {
                say("no input " + e);
              }
            });
    reader.setDaemon(true);
    reader.start();
  }

  private static synchronized void say(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
