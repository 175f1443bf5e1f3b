package io.tapline.server.longpoll;

import io.tapline.api.ClaimAnswer;
import io.tapline.engine.Engine;
import io.tapline.engine.command.Claim;
import io.tapline.engine.command.Command;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.Refusal;
import io.tapline.engine.pipeline.ActionListener;
import io.tapline.engine.pipeline.BackgroundFailures;
import io.tapline.engine.pipeline.BackgroundFailures.Task;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import javax.sql.DataSource;

/**
 * Carries the news of work from the request that brought it to all claims that wait for it, here
 * and at other servers on the same database. Servers tell each other for which tenants claims wait
 * with them, so that a server that is alone, or whose work no claim waits for, sends no
 * notification.
 */
final class WorkSignals implements ActionListener, AutoCloseable {

  /** Keeps claims waiting, and hears which queues may have work. */
  interface SignalListener {

    /** Something was done in a tenant, and work may have come into these queues. */
    void acted(long tenantId, QueueWakeups queueWakeups);

    /** The same, from another server. */
    void heard(long tenantId, QueueFingerprint queue);

    /** Anything may have happened. */
    void lookEverywhere();

    Set<Long> tenants();
  }

  private final String server = UUID.randomUUID().toString();
  private final PeerWaits peers = new PeerWaits();
  private final PgNotifier pgNotifier;
  private final BackgroundFailures failures;
  private final SignalListener workers;
  private final List<ActivityListener> readers = new CopyOnWriteArrayList<>();

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
            notice -> isolate("notice of another server", () -> heard(notice)),
            () -> isolate("first notice", this::begin));
    engine.listen(this);
    waitScheduler.every(PeerWaits.SAY_MILLIS, this::sayWhoWaits);
    pgNotifier.start();
  }

  void add(ActivityListener reader) {
    readers.add(reader);
  }

  @Override
  public void carriedOut(
      Caller caller, List<? extends Command> commands, List<ItemOutcome> outcomes, Duration took) {
    var queueWakeups = QueueWakeups.of(commands, outcomes);
    if (queueWakeups != null) {
      acted(caller.tenantId(), queueWakeups);
    }
  }

  @Override
  public void claimed(
      Caller caller, Claim command, ClaimAnswer answer, Refusal refusal, Duration took) {
    if (answer != null && !answer.claims().isEmpty() && !answer.replayed()) {
      acted(caller.tenantId(), QueueWakeups.NONE);
    }
  }

  private void acted(long tenantId, QueueWakeups queueWakeups) {
    isolate("waiting claims", () -> workers.acted(tenantId, queueWakeups));
    eachReader(reader -> reader.acted(tenantId));
    if (!peers.waitFor(tenantId)) {
      return;
    }
    if (queueWakeups.every()) {
      say(PeerNotice.Kind.WORK, tenantId, null);
    } else if (queueWakeups.queues().isEmpty()) {
      say(PeerNotice.Kind.ACTED, tenantId, null);
    } else {
      queueWakeups
          .queues()
          .keySet()
          .forEach(key -> say(PeerNotice.Kind.WORK, tenantId, QueueFingerprint.of(key)));
    }
  }

  /** The first of a tenant waits here. */
  void waiting(long tenantId) {
    say(PeerNotice.Kind.WAITING, tenantId, null);
  }

  private void sayWhoWaits() {
    isolate("waiting claims", () -> workers.tenants().forEach(this::waiting));
    eachReader(reader -> reader.tenants().forEach(this::waiting));
  }

  private void begin() {
    say(PeerNotice.Kind.HELLO, 0, null);
    sayWhoWaits();
    lookEverywhere();
  }

  private void lookEverywhere() {
    isolate("waiting claims", workers::lookEverywhere);
    eachReader(ActivityListener::lookEverywhere);
  }

  private void eachReader(Consumer<ActivityListener> news) {
    readers.forEach(reader -> isolate(reader.getClass().getName(), () -> news.accept(reader)));
  }

  private void isolate(String name, BackgroundFailures.Part part) {
    failures.isolate(Task.WAKE_UP, name, part);
  }

  private void say(PeerNotice.Kind kind, long tenantId, QueueFingerprint queue) {
    pgNotifier.say(new PeerNotice(server, kind, tenantId, queue));
  }

  private void heard(PeerNotice notice) {
    if (notice.server().equals(server)) {
      return;
    }
    switch (notice.kind()) {
      case HELLO -> sayWhoWaits();
      case WAITING -> {
        if (peers.waiting(notice.tenantId())) {
          // Waiting requests have not heard of what was done here until now.
          say(PeerNotice.Kind.WORK, notice.tenantId(), null);
        }
      }
      case WORK -> {
        isolate("waiting claims", () -> workers.heard(notice.tenantId(), notice.queue()));
        eachReader(reader -> reader.acted(notice.tenantId()));
      }
      case ACTED -> eachReader(reader -> reader.acted(notice.tenantId()));
      case CLOCK -> lookEverywhere();
    }
  }

  @Override
  public void close() {
    pgNotifier.close();
  }
}
