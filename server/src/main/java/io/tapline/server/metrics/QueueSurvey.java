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
 * however many ask; and not at all while nobody does.
 */
@Component
final class QueueSurvey {

  private static final Logger LOG = LoggerFactory.getLogger(QueueSurvey.class);

  /** So old may figures be, as everywhere in Tapline. */
  static final Duration MOST_AGE = Duration.ofSeconds(5);

  /** Longer is no answer: scrapers give up after ten seconds, a pool without a database too. */
  private static final Duration PATIENCE = Duration.ofSeconds(4);

  /**
   * One tenant's queues.
   *
   * @param feedLag how many of its events wait for an older transaction
   * @param enabled whether it takes new work
   */
  record TenantFigures(Tenant tenant, List<QueueMetrics> queues, long feedLag, boolean enabled) {}

  /**
   * What was read.
   *
   * @param up whether the database answered; if not, there are no figures
   * @param took how long reading took
   */
  record Figures(boolean up, List<TenantFigures> tenants, Duration took) {}

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

  QueueSurvey(Engine engine, OpenDatabase database) {
    this.engine = engine;
    this.tenants = new Tenants(database.serving());
  }

  /** Those who come while it is being read wait for it and share it. */
  Figures figures() {
    long began = System.nanoTime();
    try {
      return latest().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return new Figures(false, List.of(), since(began));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Figures(false, List.of(), since(began));
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
      return new Figures(true, all, since(began));
    } catch (RuntimeException e) {
      LOG.warn("the figures of the queues could not be read", e);
      return new Figures(false, List.of(), since(began));
    }
  }

  private long feedLag(long tenantId) {
    return engine.tapDb().snapshot(tenantId, tx -> new Feed(tx).lag());
  }

  private static Duration since(long began) {
    return Duration.ofNanos(System.nanoTime() - began);
  }
}
