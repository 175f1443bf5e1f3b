package io.tapline.server.base;

import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Runs work on fairly shared threads: each owner has its own line, lines take turns, and no owner
 * runs more work at once than its share of the threads. So a backlog of one tenant does not delay
 * the work of another.
 */
public final class FairExecutor {

  private final FairShare share;
  private final Executor threads;
  private final Map<FairShare.Owner, Queue<Runnable>> lines = new LinkedHashMap<>();

  /**
   * @param threads has at least as many threads as the share has in total
   */
  public FairExecutor(FairShare share, Executor threads) {
    this.share = share;
    this.threads = threads;
    share.whenReturned(this::startNext);
  }

  /** Counts the calling thread to the share; null when the owner has to wait in its line. */
  public FairShare.Grant enter(FairShare.Owner owner) {
    synchronized (lines) {
      return lines.containsKey(owner) ? null : share.takeQuietly(owner);
    }
  }

  public void execute(FairShare.Owner owner, Runnable work) {
    synchronized (lines) {
      lines.computeIfAbsent(owner, any -> new ArrayDeque<>()).add(work);
    }
    startNext();
  }

  /** Number of requests in all lines. */
  public int waiting() {
    synchronized (lines) {
      return lines.values().stream().mapToInt(Queue::size).sum();
    }
  }

  private void startNext() {
    while (true) {
      Runnable next;
      synchronized (lines) {
        next = takeNext();
      }
      if (next == null) {
        return;
      }
      try {
        threads.execute(next);
      } catch (RejectedExecutionException e) {
        // The executor has stopped with the server, so no caller waits for this work.
        return;
      }
    }
  }

  /** Takes the next work of the first owner with free share, and moves its line to the end. */
  private Runnable takeNext() {
    for (var owner : lines.keySet()) {
      var grant = share.takeQuietly(owner);
      if (grant != null) {
        var line = lines.remove(owner);
        var work = line.remove();
        if (!line.isEmpty()) {
          lines.put(owner, line);
        }
        return () -> {
          try (grant) {
            work.run();
          }
        };
      }
    }
    return null;
  }
}
