package io.tapline.server.metrics;

import io.tapline.api.QueueMetrics;
import io.tapline.engine.Engine;
import io.tapline.server.base.ExecutorStop;
import io.tapline.server.database.OpenDatabase;
import io.tapline.tapdb.Feed;
import io.tapline.tapdb.Tenant;
import io.tapline.tapdb.Tenants;
import jakarta.annotation.PreDestroy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * The metrics of the queues of all tenants, read from the database at most once every few seconds,
 * for any number of callers, and only on demand. If a read fails or takes too long, the previous
 * values stay, with their age: queues do not vanish from the metrics because the database is slow.
 */
@Component
final class QueueSurvey {

  private static final Logger LOG = LoggerFactory.getLogger(QueueSurvey.class);

  /** Greatest age of the values, equal to that of the other read models. */
  static final Duration MOST_AGE = Duration.ofSeconds(5);

  /** After this time a caller gets the previous values: scrapers give up after ten seconds. */
  static final Duration PATIENCE = Duration.ofSeconds(4);

  /**
   * The queues of one tenant.
   *
   * @param feedLag number of events that wait for an older transaction
   * @param enabled whether the tenant accepts new work
   */
  record TenantFigures(Tenant tenant, List<QueueMetrics> queues, long feedLag, boolean enabled) {}

  /**
   * The result of one read.
   *
   * @param began start of the read, by the monotonic clock of this process
   * @param took duration of the read
   */
  record Figures(List<TenantFigures> tenants, long began, Duration took) {

    Duration age() {
      return since(began);
    }
  }

  private final Engine engine;
  private final Tenants tenants;
  private final ExecutorService reader =
      Executors.newSingleThreadExecutor(
          work -> {
            var thread = new Thread(work, "tapline-survey");
            thread.setDaemon(true);
            return thread;
          });
  private Future<Figures> latest;
  private long askedAt;
  private volatile Figures complete;
  private volatile boolean failing;

  QueueSurvey(Engine engine, OpenDatabase database) {
    this.engine = engine;
    this.tenants = new Tenants(database.serving());
  }

  /**
   * The newest values. Callers that come during a read wait for it and share its result.
   *
   * @return null when no read has succeeded
   */
  Figures figures() {
    try {
      return latest().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return complete;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return complete;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  private synchronized Future<Figures> latest() {
    long now = System.nanoTime();
    if (latest == null || latest.isDone() && now - askedAt > MOST_AGE.toNanos()) {
      latest = reader.submit(() -> read(now));
      askedAt = now;
    }
    return latest;
  }

  /** The next caller gets a new read. */
  synchronized void forget() {
    latest = null;
  }

  @PreDestroy
  void close() {
    ExecutorStop.orderly(ExecutorStop.USUAL, List.of(reader));
  }

  /** Returns the previous values if the read fails. */
  private Figures read(long began) {
    try {
      var all = new ArrayList<TenantFigures>();
      for (var tenant : tenants.all()) {
        all.add(
            new TenantFigures(
                tenant,
                engine.reads().queues().metrics(tenant.id()),
                feedLag(tenant.id()),
                engine.reads().substrate().killSwitch(tenant.id()).enabled()));
      }
      complete = new Figures(List.copyOf(all), began, since(began));
      note(null);
    } catch (RuntimeException e) {
      note(e);
    }
    return complete;
  }

  /** Logs one line until a read succeeds again: a read comes every few seconds. */
  private void note(RuntimeException fault) {
    if (fault != null && !failing) {
      LOG.warn("queue figures could not be read; metrics keep the last values", fault);
    }
    failing = fault != null;
  }

  private long feedLag(long tenantId) {
    return engine.tapDb().snapshot(tenantId, tx -> new Feed(tx).lag());
  }

  private static Duration since(long began) {
    return Duration.ofNanos(System.nanoTime() - began);
  }
}
