package io.tapline.server.webhooks;

import io.tapline.engine.Engine;
import io.tapline.engine.model.Webhook;
import io.tapline.engine.pipeline.BackgroundFailures.Task;
import io.tapline.server.base.ExecutorStop;
import io.tapline.server.base.ServerDrain;
import io.tapline.server.base.ServerOptions;
import io.tapline.server.database.DeliveryFence;
import io.tapline.server.database.OpenDatabase;
import io.tapline.server.external.SecretSeal;
import io.tapline.server.metrics.WebhookFigures;
import io.tapline.tapdb.Tenant;
import io.tapline.tapdb.Tenants;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** Runs the deliveries of all webhooks that no other server delivers to. */
@Component
final class WebhookRelay implements DisposableBean {

  /** Number of scans in the interval of one sweep; servers usually scan once a second. */
  private static final int LOOKS_PER_SWEEP = 5;

  /** Number of webhooks that are delivered to concurrently. */
  static final int AT_ONCE = 16;

  private final Engine engine;
  private final Tenants tenants;
  private final WebhookSender sender;
  private final WebhookFigures figures;
  private final DeliveryFence fence;
  private final WebhookLocks locks;
  private final Map<String, Courier> couriers = new HashMap<>();
  private final ScheduledExecutorService clockwork =
      Executors.newSingleThreadScheduledExecutor(named("tapline-webhooks"));
  private final DeliveryTurns turns =
      new DeliveryTurns(AT_ONCE, Executors.newFixedThreadPool(AT_ONCE, named("tapline-webhook")));

  /** One webhook of this server, and its latest turn. */
  private static final class Courier {
    private final WebhookDelivery delivery;
    private CompletableFuture<Void> turn = CompletableFuture.completedFuture(null);
    private volatile long finishedAt = System.nanoTime();
    private volatile boolean failed;
    private Duration lag = Duration.ZERO;

    private Courier(WebhookDelivery delivery) {
      this.delivery = delivery;
    }

    /**
     * Age of the oldest undelivered event. While the next turn waits, runs or has failed, at least
     * the time since the last successful turn: later events are unknown.
     */
    private Duration lag() {
      boolean ended = turn.isDone() && !failed;
      var since = ended ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - finishedAt);
      return longer(delivery.lag(), since);
    }
  }

  @Autowired
  WebhookRelay(
      Engine engine,
      OpenDatabase database,
      SecretSeal seal,
      WebhookFigures figures,
      DeliveryFence fence,
      ServerOptions settings,
      Environment environment,
      ServerDrain drain) {
    this(engine, database, post(seal, environment), figures, fence);
    engine.limitWebhooks(WebhookSettings.read(environment::getProperty).perTenant());
    long pause = settings.sweepEvery().toMillis() / LOOKS_PER_SWEEP;
    clockwork.scheduleWithFixedDelay(this::attempt, pause, pause, TimeUnit.MILLISECONDS);
    drain.whenBegun(clockwork::shutdown);
  }

  /** Without a thread: the caller decides when to scan. */
  WebhookRelay(
      Engine engine,
      OpenDatabase database,
      WebhookSender sender,
      WebhookFigures figures,
      DeliveryFence fence) {
    this.engine = engine;
    this.tenants = new Tenants(database.serving());
    this.sender = sender;
    this.figures = figures;
    this.fence = fence;
    this.locks = new WebhookLocks(database.single());
  }

  private static WebhookSender post(SecretSeal seal, Environment environment) {
    var settings = WebhookSettings.read(environment::getProperty);
    return new WebhookSender(seal, settings.addresses(), new WebhookClient(settings));
  }

  private static ThreadFactory named(String name) {
    return work -> {
      var thread = new Thread(work, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  private void attempt() {
    engine.failures().isolate(Task.WEBHOOK, "all tenants", this::look);
  }

  /**
   * Starts a turn of every webhook that this server holds or can lock, unless its last turn still
   * runs.
   */
  synchronized void look() throws SQLException {
    boolean open = fence.check() == DeliveryFence.State.OPEN;
    if (!open || !locks.alive()) {
      forget();
    }
    var live = new HashSet<String>();
    boolean all = true;
    for (var tenant : tenants.all()) {
      all &=
          engine
              .failures()
              .isolate(Task.WEBHOOK, "tenant " + tenant.key(), () -> look(tenant, open, live));
    }
    if (all) {
      // After a failed read of a tenant, its webhooks may still exist.
      retire(live);
    }
  }

  private void look(Tenant tenant, boolean open, Set<String> live) {
    var couriersOfTenant = new ArrayList<Courier>();
    for (var webhook : open ? engine.reads().webhooks().live(tenant.id()) : List.<Webhook>of()) {
      engine
          .failures()
          .isolate(
              Task.WEBHOOK,
              "webhook " + webhook.euid(),
              () -> look(tenant, webhook, live, couriersOfTenant));
    }
    var oldest =
        couriersOfTenant.stream().map(one -> one.lag).reduce(Duration.ZERO, WebhookRelay::longer);
    long failing = couriersOfTenant.stream().filter(one -> one.delivery.failing()).count();
    figures.state(tenant.id(), oldest, (int) failing);
  }

  private void look(Tenant tenant, Webhook webhook, Set<String> live, List<Courier> found)
      throws SQLException {
    // The webhook stays here until another server certainly has it.
    live.add(webhook.euid());
    if (!locks.hold(webhook.euid())) {
      live.remove(webhook.euid());
      return;
    }
    var courier = courier(tenant, webhook);
    found.add(courier);
    // Computed before the next turn is submitted, which would count as waiting.
    courier.lag = courier.lag();
    turn(tenant.id(), webhook, courier);
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  private Courier courier(Tenant tenant, Webhook webhook) {
    var courier = couriers.get(webhook.euid());
    if (courier == null || (courier.turn.isDone() && courier.delivery.superseded())) {
      courier = new Courier(new WebhookDelivery(engine, sender, figures, tenant, webhook));
      couriers.put(webhook.euid(), courier);
    }
    return courier;
  }

  private void turn(long tenantId, Webhook webhook, Courier courier) {
    if (courier.turn.isDone()) {
      courier.turn = turns.submit(tenantId, () -> deliver(courier, webhook));
    }
  }

  private void deliver(Courier courier, Webhook webhook) {
    boolean ended =
        engine
            .failures()
            .isolate(
                Task.WEBHOOK,
                "turn of webhook " + webhook.euid(),
                () -> courier.delivery.turn(webhook));
    courier.failed = !ended;
    if (ended) {
      courier.finishedAt = System.nanoTime();
    }
  }

  private void retire(Set<String> live) throws SQLException {
    for (var euid : new ArrayList<>(couriers.keySet())) {
      if (!live.contains(euid)) {
        couriers.remove(euid).delivery.stop();
        locks.letGo(euid);
      }
    }
  }

  private void forget() {
    couriers.values().forEach(courier -> courier.delivery.stop());
    couriers.clear();
    locks.close();
  }

  /** Runs one scan and waits for all turns that it started. */
  void lookAndWait() throws SQLException {
    look();
    List<CompletableFuture<Void>> begun;
    synchronized (this) {
      begun = couriers.values().stream().map(courier -> courier.turn).toList();
    }
    begun.forEach(CompletableFuture::join);
  }

  @Override
  public void destroy() {
    ExecutorStop.orderly(ExecutorStop.USUAL, List.of(clockwork));
    synchronized (this) {
      couriers.values().forEach(courier -> courier.delivery.stop());
      couriers.clear();
    }
    // Running attempts may end, so that the next server does not repeat them.
    turns.stop(WebhookClient.ANSWER);
    sender.close();
    locks.close();
  }
}
