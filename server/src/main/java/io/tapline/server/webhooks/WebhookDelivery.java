package io.tapline.server.webhooks;

import io.tapline.api.Code;
import io.tapline.engine.Engine;
import io.tapline.engine.command.RequestMeta;
import io.tapline.engine.command.SettleDelivery;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.model.Role;
import io.tapline.engine.model.Webhook;
import io.tapline.engine.read.evidence.EventReads;
import io.tapline.server.metrics.WebhookFigures;
import io.tapline.tapdb.FeedCursor;
import io.tapline.tapdb.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Delivers the feed to one webhook. Of each subject the oldest undelivered event is being sent or
 * waits for its next try; later events of the subject wait behind it, other subjects do not. The
 * stored position is that before which nothing is left to deliver: a server that takes over begins
 * there, so an event may come twice and none is left out.
 */
final class WebhookDelivery {

  /** How far ahead of the oldest unsettled event others may go. */
  static final int WINDOW = 1_000;

  private static final int PAGE = 200;
  static final int AT_ONCE = 16;
  private static final int LETTERS = 50;

  /** What is settled is stored at the latest after so many. */
  private static final int UNSTORED = 100;

  /** Then others get their turn. */
  private static final long TURN_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Engine engine;
  private final WebhookSender sender;
  private final WebhookFigures figures;
  private final long tenantId;
  private final Caller self;
  private final ArrayDeque<PendingDelivery> window = new ArrayDeque<>();
  private final BlockingQueue<DeliveryResult> landed = new LinkedBlockingQueue<>();
  private Webhook webhook;
  private FeedCursor read;
  private FeedCursor settled;
  private FeedCursor stored;
  private int flying;
  private int unstored;
  private Instant now;
  private long nowAt;
  private volatile boolean stopped;

  /** What became of a try. */
  private record DeliveryResult(PendingDelivery parcel, String error) {}

  WebhookDelivery(
      Engine engine, WebhookSender sender, WebhookFigures figures, long tenantId, Webhook webhook) {
    this.engine = engine;
    this.sender = sender;
    this.figures = figures;
    this.tenantId = tenantId;
    this.webhook = webhook;
    this.self = new Caller(tenantId, "system:webhooks", Set.of(Role.ADMIN));
    this.stored = engine.reads().webhooks().position(tenantId, webhook);
    this.read = stored;
    this.settled = stored;
  }

  /** The webhook is another server's now, or nobody's: what flies may land, no more is sent. */
  void stop() {
    stopped = true;
  }

  /**
   * One turn: all that can be carried now is, unless that takes long.
   *
   * @param as the webhook as it is by now
   * @return how old the oldest event is that is still to be taken
   */
  synchronized Duration turn(Webhook as) throws InterruptedException {
    webhook = as;
    now = engine.reads().webhooks().now(tenantId);
    nowAt = System.nanoTime();
    redeliver();
    try {
      boolean more;
      do {
        more = fill();
        send();
        while (flying > 0) {
          land(landed.take());
          send();
        }
        settle();
      } while (more && window.size() < WINDOW && inTurn());
    } finally {
      settle();
      store();
    }
    return age();
  }

  private boolean inTurn() {
    return !stopped && System.nanoTime() - nowAt < TURN_NANOS;
  }

  private Instant clock() {
    return now.plusNanos(System.nanoTime() - nowAt);
  }

  private Duration age() {
    var oldest = window.stream().filter(delivery -> !delivery.done).findFirst();
    return oldest.isEmpty() ? Duration.ZERO : Duration.between(oldest.get().happened, clock());
  }

  /** Whether there may be more than there is room for. */
  private boolean fill() {
    while (window.size() < WINDOW) {
      var steps = engine.reads().events().steps(tenantId, read, null, PAGE);
      steps.forEach(this::add);
      if (steps.size() < PAGE) {
        return false;
      }
    }
    return true;
  }

  /** Only with the last event of an action is the action passed. */
  private void add(EventReads.FeedStep step) {
    var before = read;
    read = step.cursor();
    var wanted =
        step.events().stream()
            .filter(event -> webhook.note().wants(event.type(), step.queueKeys()))
            .toList();
    for (int i = 0; i < wanted.size(); i++) {
      var event = wanted.get(i);
      var line = event.jobId() == null ? "" : event.jobId();
      var cursor = i == wanted.size() - 1 ? step.cursor() : before;
      window.add(new PendingDelivery(cursor, Json.tree(event), line, event.ts()));
    }
    if (wanted.isEmpty()) {
      window.add(PendingDelivery.nothing(step.cursor()));
    }
  }

  private void send() {
    var inLine = new HashSet<String>();
    for (var delivery : window) {
      if (flying == AT_ONCE || !inTurn()) {
        return;
      }
      if (!delivery.done
          && inLine.add(delivery.subject)
          && !delivery.flying
          && !delivery.due.isAfter(clock())) {
        send(delivery);
      }
    }
  }

  private void send(PendingDelivery delivery) {
    delivery.flying = true;
    flying++;
    sender
        .send(tenantId, webhook, delivery.event, delivery.tries, clock())
        .thenAccept(error -> landed.add(new DeliveryResult(delivery, error)));
  }

  private void land(DeliveryResult one) {
    var delivery = one.parcel();
    flying--;
    delivery.flying = false;
    if (one.error() == null) {
      delivery.done = true;
      figures.delivered(tenantId);
    } else {
      figures.failed(tenantId);
      delivery.tries++;
      delivery.due = clock().plus(RetrySchedule.after(delivery.tries));
      if (delivery.tries >= RetrySchedule.TRIES) {
        giveUp(delivery, one.error());
      }
    }
    settle();
    if (unstored >= UNSTORED) {
      store();
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
            "given up after " + delivery.tries + " tries");
    try {
      engine.execute(self, letter);
      figures.deadLettered(tenantId);
    } catch (RefusedException e) {
      // Given up before, by a server that ended before it could store that.
      if (e.code() != Code.IDEMPOTENCY_CONFLICT) {
        throw e;
      }
    }
    delivery.done = true;
  }

  private void settle() {
    while (!window.isEmpty() && window.peek().done) {
      settled = window.poll().cursor;
      unstored++;
    }
  }

  private void store() {
    if (settled.compareTo(stored) > 0) {
      engine.passed(tenantId, webhook, settled);
      stored = settled;
      unstored = 0;
    }
  }

  /** Once each, out of order: the administrator who asked for it knows that it comes late. */
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
