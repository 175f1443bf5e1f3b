package io.tapline.engine.pipeline;

import io.tapline.tapdb.StoreException;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Isolates the parts of background work: a tenant, part or listener that fails is logged, counted
 * by its task and skipped, and the next parts run. Every loop without a waiting request runs its
 * parts through this class, because an exception in such a loop would end it or stop the work of
 * other tenants.
 */
public final class BackgroundFailures {

  /** A kind of background work, with its label in the metric. */
  public enum Task {
    /** Maintenance of a tenant: lapses, deadlines, overdue external work, retention. */
    SWEEP,
    /** Dependent jobs of workflows, after the action that concerns them. */
    WORKFLOW,
    /** Jobs of event subscriptions. */
    SUBSCRIPTION,
    /** Samples of the queues for charts. */
    SAMPLE,
    /** Counts of deep queues. */
    QUEUE_COUNT,
    /** The record for other servers of which workers claim from which queues. */
    DEMAND,
    /** Partitions of heartbeats and renewals. */
    PARTITION,
    /** Deletion of evidence past its term. */
    EVIDENCE_RETIREMENT,
    /** Listeners of actions: metrics, log, traces, wake-ups. */
    LISTENER,
    /** A report whose ending and claim could not share a transaction because of a fault. */
    REPORT,
    /** Maintenance of the tasks API. */
    TASK_SWEEP,
    /** Tasks that the server runs itself. */
    INTERNAL_TASK,
    /** Deliveries to webhooks. */
    WEBHOOK,
    /** Readers of server-sent events. */
    EVENT_STREAM,
    /** Requests that wait for work or for the end of a task. */
    LONG_POLL,
    /** Notifications between servers. */
    WAKE_UP,
    /** Streams of the gRPC port. */
    GRPC_STREAM;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A part of background work. */
  @FunctionalInterface
  public interface Part {
    void run() throws Exception;
  }

  private static final Logger LOG = LoggerFactory.getLogger(BackgroundFailures.class);

  private final Map<Task, LongAdder> counts = new EnumMap<>(Task.class);

  public BackgroundFailures() {
    for (var task : Task.values()) {
      counts.put(task, new LongAdder());
    }
  }

  /**
   * Runs one part. Errors are caught too: a missing class or an endless recursion of one part must
   * not end the loop either.
   *
   * @param name of the part, for the log
   * @return whether it succeeded
   */
  public boolean isolate(Task task, String name, Part part) {
    return isolate(
        task,
        name,
        false,
        () -> {
          part.run();
          return true;
        });
  }

  /**
   * Runs one part that has a result.
   *
   * @param otherwise the result of a part that fails
   */
  public <T> T isolate(Task task, String name, T otherwise, Callable<T> part) {
    try {
      return part.call();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return otherwise;
    } catch (Throwable e) {
      failed(task, name, e);
      return otherwise;
    }
  }

  /** Logs and counts a failure that the caller has caught itself. */
  public void failed(Task task, String name, Throwable failure) {
    counts.get(task).increment();
    if (failure instanceof StoreException store && !store.connected()) {
      // Every part fails this way while the database is unavailable, so a stack trace adds nothing.
      LOG.warn("{} failed: {}: {}", task.label(), name, store.getMessage());
    } else {
      LOG.warn("{} failed: {}; other parts continue", task.label(), name, failure);
    }
  }

  /** The metric tapline_background_failures_total. */
  public long count(Task task) {
    return counts.get(task).sum();
  }
}
