package io.tapline.client.cases;

import io.tapline.api.ErrorClass;
import io.tapline.client.TaplineClient;
import io.tapline.client.testing.CuttableProxy;
import io.tapline.client.testing.WorkerLab;
import io.tapline.client.worker.Job;
import io.tapline.client.worker.JobException;
import io.tapline.client.worker.Outcome;
import io.tapline.client.worker.Worker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

/** The Java runtime, in this process. */
final class JavaCaseWorker implements CaseWorker {

  private final CuttableProxy cable;
  private final TaplineClient client;
  private final Worker worker;
  private final Semaphore begun = new Semaphore(0);
  private final CountDownLatch go = new CountDownLatch(1);
  private final List<String> heard = new CopyOnWriteArrayList<>();
  private final Set<String> released = ConcurrentHashMap.newKeySet();
  private boolean killed;

  JavaCaseWorker(WorkerCase one, CuttableProxy cable, String queue) {
    this.cable = cable;
    this.client = WorkerLab.client(cable.url());
    this.worker =
        client
            .worker("case")
            .queue(queue)
            .concurrency(one.concurrency())
            .heartbeatTtl(Duration.ofSeconds(one.heartbeatSeconds()))
            .grace(Duration.ofSeconds(one.graceSeconds()))
            .onTrouble(e -> {})
            .stopAtExit(false)
            .handle(one.handler().equals("none") ? "another" : "work", job -> handle(one, job))
            .start();
  }

  private Object handle(WorkerCase one, Job job) throws InterruptedException {
    var told = new CountDownLatch(1);
    job.onCancel(
        why -> {
          heard.add(why.name());
          told.countDown();
        });
    switch (one.handler()) {
      case "answer" -> {}
      case "wait" -> {
        begun.release();
        go.await();
      }
      case "endings" -> {
        begun.release();
        go.await();
        return ending(job);
      }
      case "listen" -> {
        begun.release();
        told.await();
        job.throwIfCancelled();
      }
      case "finish" -> {
        begun.release();
        told.await();
      }
      case "deaf" -> {
        begun.release();
        waitDeaf();
      }
      case "report" -> {
        job.progress(0.5, "half");
        begun.release();
        go.await();
      }
      case "retry" -> {
        if (job.attempt() == 1) {
          throw new JobException(ErrorClass.TRANSIENT_SYSTEM, "FLAKY", "try again");
        }
      }
      case "fail" ->
          throw new JobException(ErrorClass.PERMANENT_INPUT, "BAD_PLATE", "there is no such plate");
      case "hold" -> throw new JobException(ErrorClass.BUSINESS_RULE_HOLD, "QC", "look at it");
      case "bug" -> {
        if (job.attempt() == 1) {
          throw new IllegalStateException("nobody has heard of this");
        }
      }
      default -> throw new AssertionError("no handler " + one.handler());
    }
    return "done";
  }

  /** As the piece of work asks for. */
  private Object ending(Job job) {
    var ending = job.properties().path("ending").asString("done");
    if (ending.equals("fail")) {
      throw new JobException(ErrorClass.PERMANENT_INPUT, "BAD_PLATE", "there is no such plate");
    }
    return ending.equals("release") && released.add(job.subjectEuid())
        ? Outcome.released("not now")
        : "done";
  }

  private void waitDeaf() {
    while (go.getCount() > 0) {
      try {
        go.await();
      } catch (InterruptedException e) {
        // It does not hear.
        continue;
      }
    }
  }

  @Override
  public void awaitBegun(int pieces) {
    try {
      begun.acquire(pieces);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void go() {
    go.countDown();
  }

  @Override
  public List<String> heard() {
    return heard;
  }

  @Override
  public void stop() {
    worker.close();
  }

  /** As seen from the server: not one byte comes from it any more. */
  @Override
  public void kill() {
    killed = true;
    cable.cut();
    client.close();
  }

  @Override
  public Map<String, Integer> figures() {
    var figures = worker.figures();
    return Map.of(
        "completed", (int) figures.completed(),
        "failed", (int) figures.failed(),
        "released", (int) figures.released(),
        "lost", (int) figures.lost());
  }

  @Override
  public void close() {
    go();
    if (killed) {
      // Nothing that it wants to say gets through, so nobody waits for it.
      var ending = new Thread(worker::close, "killed");
      ending.setDaemon(true);
      ending.start();
    } else {
      worker.close();
      client.close();
    }
  }
}
