package io.tapline.client.worker;

import io.tapline.api.request.ReportProgress;
import io.tapline.api.request.ReportProgressBuilder;
import io.tapline.api.request.RequestMeta;
import io.tapline.client.error.InterruptedCallException;
import io.tapline.client.error.TaplineException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** Sends progress, only the newest of each job and at most once a second. */
final class ProgressSender implements Runnable {

  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final WorkerState state;
  private final Map<String, ReportProgress> newest = new LinkedHashMap<>();
  private final Thread thread;
  private volatile boolean ended;

  ProgressSender(WorkerState state, String name) {
    this.state = state;
    this.thread = DaemonThreads.daemon(name + "-progress", this);
  }

  void start() {
    thread.start();
  }

  void end() {
    ended = true;
    thread.interrupt();
  }

  synchronized void submit(ReportProgress progress) {
    newest.put(progress.leaseEuid(), progress);
    notifyAll();
  }

  private synchronized List<ReportProgress> take() throws InterruptedException {
    while (newest.isEmpty()) {
      wait();
    }
    var all =
        newest.values().stream()
            // Progress of an ended job is obsolete.
            .filter(progress -> state.job(progress.leaseEuid()) != null)
            .map(this::complete)
            .toList();
    newest.clear();
    return all;
  }

  private ReportProgress complete(ReportProgress progress) {
    return ReportProgressBuilder.builder(progress)
        .meta(RequestMeta.key(UUID.randomUUID().toString()))
        .workerEuid(state.workerEuid())
        .build();
  }

  @Override
  public void run() {
    while (!ended) {
      try {
        for (var part : ListParts.split(take())) {
          state.port().progress(part);
        }
        TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
      } catch (InterruptedException | InterruptedCallException e) {
        return;
      } catch (TaplineException e) {
        // Progress may be lost; the next report replaces it.
        state.trouble(e);
      }
    }
  }
}
