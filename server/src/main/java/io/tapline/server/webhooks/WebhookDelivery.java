package io.tapline.server.webhooks;

import io.tapline.api.Code;
import io.tapline.api.Role;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.SettleDelivery;
import io.tapline.engine.Engine;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.model.Webhook;
import io.tapline.engine.model.WebhookProgress;
import io.tapline.engine.read.evidence.EventReads;
import io.tapline.server.metrics.WebhookFigures;
import io.tapline.tapdb.FeedCursor;
import io.tapline.tapdb.Tenant;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers the feed to one webhook. Events of one job are delivered in order; a failed event delays
 * only the later events of its job. The stored position passes a failed event: the event is stored
 * as a retry with the number of its attempts, so that other jobs do not wait for it and a server
 * that takes over continues the count. An event may be delivered twice; none is omitted.
 */
final class WebhookDelivery {

  private static final Logger LOG = LoggerFactory.getLogger(WebhookDelivery.class);

  private static final int PAGE = 200;
  static final int AT_ONCE = 16;

  /** Receivers that do not answer must leave connections for new events. */
  private static final int RETRIES_AT_ONCE = AT_ONCE / 2;

  private static final int LETTERS = 50;

  /** The progress is stored at the latest after this number of finished attempts. */
  private static final int UNSTORED = 100;

  /** Length of a turn, after which other webhooks follow. */
  private static final long TURN_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Interval of reads from the feed while a slow attempt runs. */
  private static final long READ_AGAIN_MILLIS = 1_000;

  private final Engine engine;
  private final WebhookSender sender;
  private final WebhookFigures figures;
  private final long tenantId;
  private final String tenantKey;
  private final Caller self;
  private final DeliveryWindow window = new DeliveryWindow();
  private final BlockingQueue<DeliveryResult> landed = new LinkedBlockingQueue<>();
  private Webhook webhook;
  private WebhookProgress stored;
  private FeedCursor read;
  private Instant failingSince;
  private String lastError;
  private String blocked;
  private int flying;
  private int flyingRetries;
  private int unstored;
  private Instant now;
  private long nowAt;
  private volatile Oldest oldest = Oldest.NONE;
  private volatile boolean failing;
  private volatile boolean superseded;
  private volatile boolean stopped;

  /** The result of an attempt. */
  private record DeliveryResult(PendingDelivery delivery, String error) {}

  /** Age of the oldest undelivered event at one reading of the clock; null without one. */
  private record Oldest(Duration age, long atNanos) {
    private static final Oldest NONE = new Oldest(null, 0);

    private Duration now() {
      return age == null ? Duration.ZERO : age.plusNanos(System.nanoTime() - atNanos);
    }
  }

  WebhookDelivery(
      Engine engine, WebhookSender sender, WebhookFigures figures, Tenant tenant, Webhook webhook) {
    this.engine = engine;
    this.sender = sender;
    this.figures = figures;
    this.tenantId = tenant.id();
    this.tenantKey = tenant.key();
    this.webhook = webhook;
    this.self = new Caller(tenantId, "system:webhooks", Set.of(Role.ADMIN));
  }

  /**
   * Ends the delivery because another server, or none, has the webhook: running attempts end, no
   * new one begins.
   */
  void stop() {
    stopped = true;
  }

  /** Whether another server stored a newer progress; this object must not be used any more. */
  boolean superseded() {
    return superseded;
  }

  /** Age of the oldest undelivered event that was read. */
  Duration lag() {
    return oldest.now();
  }

  /** Whether an event waits for a retry. */
  boolean failing() {
    return failing;
  }

  /**
   * One turn: delivers everything that is due, within the length of a turn.
   *
   * @param current the webhook as it is stored now
   */
  synchronized void turn(Webhook current) throws InterruptedException {
    webhook = current;
    now = engine.reads().webhooks().now(tenantId);
    nowAt = System.nanoTime();
    if (stored == null) {
      load();
    }
    blocked = sender.blocked(tenantId, webhook);
    try {
      if (blocked == null) {
        redeliver();
        deliver();
      } else {
        fail(blocked);
        fill();
      }
    } finally {
      store();
    }
  }

  private void load() {
    stored = engine.reads().webhooks().progress(tenantId, webhook);
    read = stored.cursor();
    failingSince = stored.failingSince();
    lastError = stored.lastError();
    failing = failingSince != null;
    stored.retries().forEach(this::reload);
  }

  private void reload(WebhookProgress.Retry retry) {
    var before = new FeedCursor(retry.feedKey(), retry.feedUid() - 1);
    var event =
        engine.reads().events().steps(tenantId, before, null, 1).steps().stream()
            .filter(step -> step.cursor().equals(retry.cursor()))
            .flatMap(step -> step.events().stream())
            .filter(one -> one.id().equals(retry.eventId()))
            .findFirst();
    if (event.isEmpty()) {
      LOG.warn(
          "event {} of webhook {} is no longer in the action log and is not delivered",
          retry.eventId(),
          webhook.euid());
      return;
    }
    var delivery = new PendingDelivery(before, retry.cursor(), event.get());
    delivery.tries = retry.tries();
    delivery.due = retry.due();
    window.add(delivery);
  }

  private void deliver() throws InterruptedException {
    boolean more = fill();
    send();
    while (flying > 0 || (more && inTurn() && window.hasRoom())) {
      var result = flying > 0 ? landed.poll(READ_AGAIN_MILLIS, TimeUnit.MILLISECONDS) : null;
      if (result != null) {
        land(result);
      }
      if (inTurn() && (more || result == null) && window.isTried()) {
        more = fill();
      }
      send();
    }
  }

  private boolean inTurn() {
    return !stopped && System.nanoTime() - nowAt < TURN_NANOS;
  }

  private Instant clock() {
    return now.plusNanos(System.nanoTime() - nowAt);
  }

  /** Whether the feed may contain more than was read. */
  private boolean fill() {
    window.removeDone();
    while (window.hasRoom() && inTurn()) {
      var page = engine.reads().events().steps(tenantId, read, null, PAGE);
      page.steps().forEach(this::add);
      if (page.ended()) {
        return false;
      }
    }
    return true;
  }

  private void add(EventReads.FeedStep step) {
    var before = read;
    read = step.cursor();
    step.events().stream()
        .filter(event -> webhook.note().wants(event.type(), step.queueKeys()))
        .forEach(event -> window.add(new PendingDelivery(before, step.cursor(), event)));
  }

  private void send() {
    window.sendDue(
        clock(),
        delivery -> {
          if (flying == AT_ONCE || !inTurn()) {
            return false;
          }
          if (delivery.tries == 0 || flyingRetries < RETRIES_AT_ONCE) {
            send(delivery);
          }
          return true;
        });
  }

  private void send(PendingDelivery delivery) {
    delivery.flying = true;
    flying++;
    flyingRetries += delivery.tries > 0 ? 1 : 0;
    sender
        .send(tenantId, webhook, delivery.event, delivery.tries, clock())
        .thenAccept(error -> landed.add(new DeliveryResult(delivery, error)));
  }

  private void land(DeliveryResult result) {
    var delivery = result.delivery();
    flying--;
    flyingRetries -= delivery.tries > 0 ? 1 : 0;
    delivery.flying = false;
    if (result.error() == null) {
      delivery.done = true;
      figures.delivered(tenantId);
    } else {
      figures.failed(tenantId);
      fail(result.error());
      delivery.tries++;
      delivery.due = clock().plus(RetrySchedule.after(delivery.tries));
      if (delivery.tries >= RetrySchedule.TRIES) {
        giveUp(delivery, result.error());
      }
    }
    if (++unstored >= UNSTORED) {
      store();
    }
  }

  private void fail(String error) {
    lastError = error;
    if (failingSince == null) {
      failingSince = now;
      failing = true;
      LOG.warn(
          "delivery to webhook {} ({}) of tenant {} failed: {}; its events wait for a retry",
          webhook.euid(),
          webhook.note().name(),
          tenantKey,
          error);
    }
  }

  private void giveUp(PendingDelivery delivery, String error) {
    var letter =
        new SettleDelivery(
            RequestMeta.key(webhook.euid() + ":" + delivery.id()),
            webhook.euid(),
            null,
            false,
            delivery.tries,
            error,
            WebhookSender.named(webhook.note().eventNames(), delivery.event),
            "stopped after " + delivery.tries + " tries");
    try {
      engine.execute(self, letter);
      figures.deadLettered(tenantId);
    } catch (RefusedException e) {
      // A server gave the event up and stopped before it could store that.
      if (e.code() != Code.IDEMPOTENCY_CONFLICT) {
        throw e;
      }
    }
    delivery.done = true;
  }

  /** Stores the progress if it changed, and updates the values that other threads read. */
  private void store() {
    window.removeDone();
    recover();
    var first = window.oldest();
    oldest =
        first == null
            ? Oldest.NONE
            : new Oldest(Duration.between(first, clock()), System.nanoTime());
    if (stored == null || superseded) {
      return;
    }
    var position = window.position(stored.cursor(), read);
    var retries = window.retriesUpTo(position);
    var next = stored.next(position, failingSince, lastError, retries);
    if (next.differsFrom(stored)) {
      if (engine.storeProgress(tenantId, webhook, next)) {
        stored = next;
      } else {
        superseded = true;
        stop();
      }
    }
    unstored = 0;
  }

  private void recover() {
    if (failingSince == null || blocked != null || window.hasFailed()) {
      return;
    }
    LOG.info(
        "webhook {} ({}) of tenant {} accepts events again; it failed since {}",
        webhook.euid(),
        webhook.note().name(),
        tenantKey,
        failingSince);
    failingSince = null;
    lastError = null;
    failing = false;
  }

  /** Sends each requested dead letter once, out of order, because an administrator requested it. */
  private void redeliver() {
    for (var letter : engine.reads().webhooks().requested(tenantId, webhook, LETTERS)) {
      if (stopped) {
        return;
      }
      var note = letter.note();
      var error = sender.send(tenantId, webhook, note.event(), note.tries(), clock()).join();
      if (error == null) {
        figures.delivered(tenantId);
      } else {
        figures.failed(tenantId);
      }
      engine.execute(
          self,
          new SettleDelivery(
              RequestMeta.key("again:" + letter.euid() + ":" + note.tries()),
              webhook.euid(),
              letter.euid(),
              error == null,
              null,
              error,
              null,
              "sent again on request"));
    }
  }
}
