package io.tapline.server.longpoll;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Refusal;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Command;
import io.tapline.engine.Engine;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.pipeline.ActionListener;
import io.tapline.engine.pipeline.BackgroundFailures;
import io.tapline.engine.pipeline.BackgroundFailures.Task;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.sql.DataSource;

/**
 * Passes the signal of new work from the request that created it to all waiting claims, at this
 * server and at other servers on the same database. Servers announce the tenants for which requests
 * wait, so that a server without peers, or without waiting requests for its work, sends no
 * notification.
 */
final class WorkSignals implements ActionListener, AutoCloseable {

  /** Holds waiting claims, and receives the queues that may have work. */
  interface SignalListener {

    /** An action was carried out in a tenant, and these queues may have new work. */
    void acted(long tenantId, QueueWakeups queueWakeups);

    /** The signal of another server. */
    void actedAtPeer(long tenantId, QueueFingerprint queue);

    /** Any queue may have new work. */
    void lookEverywhere();

    Set<Long> tenants();
  }

  /** Interval between announcements to the other servers. */
  private static final long ANNOUNCE_MILLIS = 10_000;

  private static final long ANNOUNCE_NANOS = TimeUnit.MILLISECONDS.toNanos(ANNOUNCE_MILLIS);

  /** Validity of an announcement: a notification may be lost, and a server may stop without one. */
  private static final long VALID_NANOS = 3 * ANNOUNCE_NANOS;

  private final String server = UUID.randomUUID().toString();

  /** The ends of the announcements of other servers, by tenant. */
  private final Map<Long, Long> peersWait = new ConcurrentHashMap<>();

  /** Times of the last announcements of this server, by tenant. */
  private final Map<Long, Long> announced = new ConcurrentHashMap<>();

  private final PgNotifier pgNotifier;
  private final BackgroundFailures failures;
  private final SignalListener workers;
  private final List<ActivityListener> readers = new CopyOnWriteArrayList<>();

  /** The readers that claims concern. */
  private final List<ActivityListener> readersOfClaims = new CopyOnWriteArrayList<>();

  WorkSignals(
      Engine engine,
      DataSource pool,
      DataSource single,
      WaitScheduler waitScheduler,
      SignalListener workers) {
    this.workers = workers;
    this.failures = engine.failures();
    this.pgNotifier =
        new PgNotifier(
            pool,
            single,
            waitScheduler,
            notice -> isolate("notice of another server", () -> receive(notice)),
            () -> isolate("first notice", this::begin));
    engine.listen(this);
    waitScheduler.every(ANNOUNCE_MILLIS, this::announceWaiting);
    pgNotifier.start();
  }

  /**
   * @param ofClaims whether the reader waits for claims too, and not only for other actions
   */
  void add(ActivityListener reader, boolean ofClaims) {
    readers.add(reader);
    if (ofClaims) {
      readersOfClaims.add(reader);
    }
  }

  @Override
  public void carriedOut(
      Caller caller, List<? extends Command> commands, List<ItemOutcome> outcomes, Duration took) {
    var queueWakeups = QueueWakeups.of(commands, outcomes);
    if (queueWakeups != null) {
      acted(caller.tenantId(), queueWakeups);
    }
  }

  /** A claim adds no work and ends no task; a lapse that it settles is an action of its own. */
  @Override
  public void claimed(
      Caller caller, Claim command, ClaimAnswer answer, Refusal refusal, Duration took) {
    if (answer != null && !answer.claims().isEmpty() && !answer.replayed()) {
      long tenantId = caller.tenantId();
      each(readersOfClaims, reader -> reader.acted(tenantId));
      if (peersWaitFor(tenantId)) {
        send(PeerNotice.Kind.ACTED, tenantId, null);
      }
    }
  }

  private void acted(long tenantId, QueueWakeups queueWakeups) {
    isolate("waiting claims", () -> workers.acted(tenantId, queueWakeups));
    eachReader(reader -> reader.acted(tenantId));
    if (!peersWaitFor(tenantId)) {
      return;
    }
    if (queueWakeups.every()) {
      send(PeerNotice.Kind.WORK, tenantId, null);
    } else if (queueWakeups.queues().isEmpty()) {
      send(PeerNotice.Kind.ACTED, tenantId, null);
    } else {
      queueWakeups
          .queues()
          .keySet()
          .forEach(key -> send(PeerNotice.Kind.WORK, tenantId, QueueFingerprint.of(key)));
    }
  }

  /**
   * Announces that requests of a tenant wait here, unless the last announcement is recent: the only
   * worker of a tenant begins to wait after each of its jobs.
   *
   * @return whether it was announced before
   */
  boolean waiting(long tenantId) {
    var last = announced.get(tenantId);
    if (last != null && System.nanoTime() - last < ANNOUNCE_NANOS) {
      return true;
    }
    announce(tenantId);
    return false;
  }

  private void announce(long tenantId) {
    announced.put(tenantId, System.nanoTime());
    send(PeerNotice.Kind.WAITING, tenantId, null);
  }

  private void announceWaiting() {
    isolate("waiting claims", () -> workers.tenants().forEach(this::announce));
    eachReader(reader -> reader.tenants().forEach(this::announce));
  }

  private void begin() {
    send(PeerNotice.Kind.HELLO, 0, null);
    announceWaiting();
    lookEverywhere();
  }

  private void lookEverywhere() {
    isolate("waiting claims", workers::lookEverywhere);
    eachReader(ActivityListener::lookEverywhere);
  }

  private void eachReader(Consumer<ActivityListener> news) {
    each(readers, news);
  }

  private void each(List<ActivityListener> some, Consumer<ActivityListener> news) {
    some.forEach(reader -> isolate(reader.getClass().getName(), () -> news.accept(reader)));
  }

  private void isolate(String name, BackgroundFailures.Part part) {
    failures.isolate(Task.WAKE_UP, name, part);
  }

  private void send(PeerNotice.Kind kind, long tenantId, QueueFingerprint queue) {
    pgNotifier.send(new PeerNotice(server, kind, tenantId, queue));
  }

  private void receive(PeerNotice notice) {
    if (notice.server().equals(server)) {
      return;
    }
    switch (notice.kind()) {
      case HELLO -> {
        // The new server has received no announcement.
        announced.clear();
        announceWaiting();
      }
      case WAITING -> {
        boolean known = peersWaitFor(notice.tenantId());
        peersWait.put(notice.tenantId(), System.nanoTime() + VALID_NANOS);
        if (!known) {
          // The waiting requests have received no signal of earlier actions of this server.
          send(PeerNotice.Kind.WORK, notice.tenantId(), null);
        }
      }
      case WORK -> {
        isolate("waiting claims", () -> workers.actedAtPeer(notice.tenantId(), notice.queue()));
        eachReader(reader -> reader.acted(notice.tenantId()));
      }
      case ACTED -> eachReader(reader -> reader.acted(notice.tenantId()));
      case CLOCK -> lookEverywhere();
    }
  }

  private boolean peersWaitFor(long tenantId) {
    var end = peersWait.get(tenantId);
    return end != null && end - System.nanoTime() > 0;
  }

  @Override
  public void close() {
    pgNotifier.close();
  }
}
