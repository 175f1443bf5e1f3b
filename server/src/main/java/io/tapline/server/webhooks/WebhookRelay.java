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

  /** So many looks for one sweep; servers usually look once a second. */
  private static final int LOOKS_PER_SWEEP = 5;

  /** Webhooks that are delivered to at once. */
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
     * The age of the oldest undelivered event; at least the time since the last turn that
     * succeeded, while the next one waits, runs or has failed: events since then are not known.
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

  /** Without a thread of its own: the caller decides when it looks. */
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

  /** Every webhook that this server has, or can have, gets a turn, unless it still has one. */
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
      // Those of a tenant that could not be read may live.
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
    // It stays ours until it is certain that another server has it.
    live.add(webhook.euid());
    if (!locks.hold(webhook.euid())) {
      live.remove(webhook.euid());
      return;
    }
    var courier = courier(tenant, webhook);
    found.add(courier);
    // Before its next turn begins, which would look like one that waits.
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

  /** One look, and until all turns that it began have ended. */
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
    // Tries under way may end, so that the next server need not send them again.
    turns.stop(WebhookClient.ANSWER);
    sender.close();
    locks.close();
  }
}
