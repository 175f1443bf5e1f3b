package io.tapline.bench.peers;

import io.tapline.bench.contender.CompletionListener;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/** The completion time of each job; a second completion is an error. */
final class FinishTimes implements CompletionListener {

  /** Longer than the poll interval of every contender. */
  private static final long STALL_MILLIS = 60_000;

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final long[] times;
  private final boolean[] seen;
  private final LongConsumer progress;
  private int count;
  private int wanted;
  private Throwable failure;

  FinishTimes(int jobs, LongConsumer progress) {
    times = new long[jobs];
    seen = new boolean[jobs];
    this.progress = progress;
  }

  @Override
  public void done(int job, long nanos) {
    progress.accept(note(job, nanos));
  }

  private synchronized int note(int job, long nanos) {
    if (seen[job]) {
      failed(new IllegalStateException("job " + job + " was done twice"));
      return count;
    }
    seen[job] = true;
    times[job] = nanos;
    count++;
    if (count == wanted) {
      // A notification per job would distort the measurement.
      notifyAll();
    }
    return count;
  }

  @Override
  public synchronized void failed(Throwable cause) {
    if (failure == null) {
      failure = cause;
    }
    notifyAll();
  }

  /** Waits for this number of completions, unless progress stops. */
  synchronized void await(int jobs) {
    wanted = jobs;
    try {
      while (count < jobs && failure == null) {
        int before = count;
        wait(STALL_MILLIS);
        if (count == before && count < jobs) {
          failed(new IllegalStateException("stalled at " + count + " of " + jobs + " jobs"));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    if (failure != null) {
      throw new IllegalStateException(failure);
    }
  }

  /**
   * Waits for this number of completions, or until the time has passed.
   *
   * @return the number of completed jobs
   */
  synchronized int await(int jobs, Duration most) {
    wanted = jobs;
    long end = System.nanoTime() + most.toNanos();
    try {
      for (long left = most.toMillis();
          count < jobs && failure == null && left > 0;
          left = (end - System.nanoTime()) / NANOS_PER_MILLI) {
        wait(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    if (failure != null) {
      throw new IllegalStateException(failure);
    }
    return count;
  }

  /** The time of the first completion, which must exist. */
  synchronized long first() {
    return IntStream.range(0, times.length)
        .filter(job -> seen[job])
        .mapToLong(job -> times[job])
        .min()
        .orElseThrow();
  }

  synchronized long last() {
    return Arrays.stream(times).max().orElseThrow();
  }

  synchronized long at(int job) {
    return times[job];
  }
}
