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
 * How the queues of all tenants are doing, read from the database at most once every few seconds,
 * however many ask; and not at all while nobody does. A read that takes too long or fails leaves
 * the figures of the one before, with their age: queues do not vanish from the metrics because the
 * database is slow.
 */
@Component
final class QueueSurvey {

  private static final Logger LOG = LoggerFactory.getLogger(QueueSurvey.class);

  /** So old may figures be, as everywhere in Tapline. */
  static final Duration MOST_AGE = Duration.ofSeconds(5);

  /** A caller that waits longer gets the figures before: scrapers give up after ten seconds. */
  static final Duration PATIENCE = Duration.ofSeconds(4);

  /**
   * One tenant's queues.
   *
   * @param feedLag how many of its events wait for an older transaction
   * @param enabled whether it takes new work
   */
  record TenantFigures(Tenant tenant, List<QueueMetrics> queues, long feedLag, boolean enabled) {}

  /**
   * The result of one read.
   *
   * @param began when the read began, by the clock of this process
   * @param took how long reading took
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
   * The newest figures there are. Callers that come while they are being read wait for them and
   * share them.
   *
   * @return null when nothing was ever read
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

  /** The next to ask gets it fresh. */
  synchronized void forget() {
    latest = null;
  }

  @PreDestroy
  void close() {
    ExecutorStop.orderly(ExecutorStop.USUAL, List.of(reader));
  }

  /** Where it fails, the figures before. */
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

  /** One line until it succeeds again: a read comes every few seconds. */
  private void note(RuntimeException fault) {
    if (fault != null && !failing) {
      LOG.warn("the figures of the queues could not be read; metrics show the last ones", fault);
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
