package io.tapline.client.worker;

import io.tapline.client.error.InterruptedCallException;
import io.tapline.client.error.TaplineException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Sends progress, only the newest of each job and at most once a second. */
final class ProgressSender implements Runnable {

  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final WorkerState state;
  private final Map<String, ProgressReport> newest = new LinkedHashMap<>();
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

  synchronized void submit(ProgressReport progress) {
    newest.put(progress.lease().leaseEuid(), progress);
    notifyAll();
  }

  private synchronized List<ProgressReport> take() throws InterruptedException {
    while (newest.isEmpty()) {
      wait();
    }
    var all = new ArrayList<>(newest.values());
    newest.clear();
    // Progress of an ended job is obsolete.
    all.removeIf(progress -> state.job(progress.lease().leaseEuid()) == null);
    return all;
  }

  @Override
  public void run() {
    while (!ended) {
      try {
        for (var part : ListParts.split(take())) {
          state.port().progress(state.workerEuid(), part);
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
