package io.tapline.server.webhooks;

import io.tapline.engine.Engine;
import io.tapline.engine.model.Webhook;
import io.tapline.engine.pipeline.BackgroundFailures.Task;
import io.tapline.server.base.ExecutorStop;
import io.tapline.server.base.ServerDrain;
import io.tapline.server.base.ServerOptions;
import io.tapline.server.database.OpenDatabase;
import io.tapline.server.external.SecretSeal;
import io.tapline.server.metrics.WebhookFigures;
import io.tapline.tapdb.Tenants;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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

  /** Webhooks that are carried to at once; one that is slow keeps its own thread only. */
  static final int AT_ONCE = 16;

  private final Engine engine;
  private final Tenants tenants;
  private final WebhookSender sender;
  private final WebhookFigures figures;
  private final WebhookLocks locks;
  private final Map<String, WebhookDelivery> couriers = new HashMap<>();
  private final Map<String, Future<Duration>> turns = new HashMap<>();
  private final ScheduledExecutorService clockwork =
      Executors.newSingleThreadScheduledExecutor(named("tapline-webhooks"));
  private final ExecutorService staff =
      Executors.newFixedThreadPool(AT_ONCE, named("tapline-webhook"));

  @Autowired
  WebhookRelay(
      Engine engine,
      OpenDatabase database,
      SecretSeal seal,
      WebhookFigures figures,
      ServerOptions settings,
      Environment environment,
      ServerDrain drain) {
    this(engine, database, post(seal, WebhookSettings.read(environment::getProperty)), figures);
    long pause = settings.sweepEvery().toMillis() / LOOKS_PER_SWEEP;
    clockwork.scheduleWithFixedDelay(this::attempt, pause, pause, TimeUnit.MILLISECONDS);
    drain.whenBegun(clockwork::shutdown);
  }

  /** Without a thread of its own: the caller says when it looks. */
  WebhookRelay(Engine engine, OpenDatabase database, WebhookSender sender, WebhookFigures figures) {
    this.engine = engine;
    this.tenants = new Tenants(database.serving());
    this.sender = sender;
    this.figures = figures;
    this.locks = new WebhookLocks(database.single());
  }

  private static WebhookSender post(SecretSeal seal, WebhookSettings settings) {
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

  /** Every webhook that is ours, or could be, gets a turn, unless it still has one. */
  synchronized void look() throws SQLException {
    if (!locks.alive()) {
      forget();
    }
    var live = new HashSet<String>();
    boolean all = true;
    for (var tenant : tenants.all()) {
      all &=
          engine
              .failures()
              .isolate(Task.WEBHOOK, "tenant " + tenant.key(), () -> look(tenant.id(), live));
    }
    if (all) {
      // Those of a tenant that could not be read may live.
      retire(live);
    }
  }

  private void look(long tenantId, Set<String> live) {
    var oldest = Duration.ZERO;
    for (var webhook : engine.reads().webhooks().live(tenantId)) {
      var lag =
          engine
              .failures()
              .isolate(
                  Task.WEBHOOK,
                  "webhook " + webhook.euid(),
                  Duration.ZERO,
                  () -> look(tenantId, webhook, live));
      oldest = longer(oldest, lag);
    }
    figures.lag(tenantId, oldest);
  }

  private Duration look(long tenantId, Webhook webhook, Set<String> live) throws SQLException {
    // It stays ours until it is certain that another server has it.
    live.add(webhook.euid());
    if (!locks.hold(webhook.euid())) {
      live.remove(webhook.euid());
      return Duration.ZERO;
    }
    turn(tenantId, webhook);
    return lag(webhook.euid());
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  private void turn(long tenantId, Webhook webhook) {
    var running = turns.get(webhook.euid());
    if (running != null && !running.isDone()) {
      return;
    }
    var webhookDelivery =
        couriers.computeIfAbsent(
            webhook.euid(),
            euid -> new WebhookDelivery(engine, sender, figures, tenantId, webhook));
    turns.put(webhook.euid(), staff.submit(() -> carry(webhookDelivery, webhook)));
  }

  private Duration carry(WebhookDelivery webhookDelivery, Webhook webhook) {
    return engine
        .failures()
        .isolate(
            Task.WEBHOOK,
            "turn of webhook " + webhook.euid(),
            Duration.ZERO,
            () -> webhookDelivery.turn(webhook));
  }

  private Duration lag(String webhookEuid) {
    var turn = turns.get(webhookEuid);
    try {
      return turn != null && turn.isDone() ? turn.get() : Duration.ZERO;
    } catch (ExecutionException e) {
      return Duration.ZERO;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Duration.ZERO;
    }
  }

  private void retire(Set<String> live) throws SQLException {
    for (var euid : new ArrayList<>(couriers.keySet())) {
      if (!live.contains(euid)) {
        couriers.remove(euid).stop();
        locks.letGo(euid);
      }
    }
  }

  private void forget() {
    couriers.values().forEach(WebhookDelivery::stop);
    couriers.clear();
  }

  /** One look, and until all that it began has ended. */
  void lookAndWait() throws SQLException, InterruptedException, ExecutionException {
    look();
    for (var turn : new ArrayList<>(turns.values())) {
      turn.get();
    }
  }

  @Override
  public void destroy() {
    ExecutorStop.orderly(ExecutorStop.USUAL, List.of(clockwork));
    synchronized (this) {
      forget();
    }
    // What flies may land, so that the next server need not send it again.
    ExecutorStop.orderly(WebhookClient.ANSWER, List.of(staff));
    sender.close();
    locks.close();
  }
}
