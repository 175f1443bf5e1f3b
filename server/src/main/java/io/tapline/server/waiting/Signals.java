package io.tapline.server.waiting;

import io.tapline.engine.Engine;
import io.tapline.engine.command.Claim;
import io.tapline.engine.command.Command;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ClaimAnswer;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.Refusal;
import io.tapline.engine.pipeline.ActionListener;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * Carries the news of work from whoever brought it to all who wait for it, here and at other
 * servers on the same database. Servers say for which tenants someone waits with them, so that one
 * alone, or one for whose work nobody waits, need not notify anyone.
 */
final class Signals implements ActionListener, AutoCloseable {

  /** Whoever keeps others waiting: told where to look. */
  interface Room {

    /** Something was done in a tenant, and work may have come into these queues. */
    void acted(long tenantId, Gain gain);

    /** The same, from another server. */
    void heard(long tenantId, Fingerprint queue);

    /** Anything may have happened. */
    void lookEverywhere();

    Set<Long> tenants();
  }

  private final String server = UUID.randomUUID().toString();
  private final Peers peers = new Peers();
  private final Bell bell;
  private final Room workers;
  private final List<Room> readers;

  Signals(
      Engine engine,
      DataSource pool,
      DataSource single,
      Staff staff,
      Room workers,
      List<Room> readers) {
    this.workers = workers;
    this.readers = readers;
    this.bell = new Bell(pool, single, staff, this::heard, this::begin);
    engine.listen(this);
    staff.every(Peers.SAY_MILLIS, this::sayWhoWaits);
    bell.start();
  }

  @Override
  public void carriedOut(
      Caller caller, List<? extends Command> commands, List<ItemOutcome> outcomes, Duration took) {
    var gain = Gain.of(commands, outcomes);
    if (gain != null) {
      acted(caller.tenantId(), gain);
    }
  }

  @Override
  public void claimed(
      Caller caller, Claim command, ClaimAnswer answer, Refusal refusal, Duration took) {
    if (answer != null && !answer.claims().isEmpty() && !answer.replayed()) {
      acted(caller.tenantId(), Gain.NONE);
    }
  }

  private void acted(long tenantId, Gain gain) {
    workers.acted(tenantId, gain);
    readers.forEach(room -> room.acted(tenantId, gain));
    if (!peers.waitFor(tenantId)) {
      return;
    }
    if (gain.every()) {
      say(Notice.Kind.WORK, tenantId, null);
    } else if (gain.queues().isEmpty()) {
      say(Notice.Kind.ACTED, tenantId, null);
    } else {
      gain.queues().keySet().forEach(key -> say(Notice.Kind.WORK, tenantId, Fingerprint.of(key)));
    }
  }

  /** The first of a tenant waits here. */
  void waiting(long tenantId) {
    say(Notice.Kind.WAITING, tenantId, null);
  }

  private void sayWhoWaits() {
    workers.tenants().forEach(this::waiting);
    readers.forEach(room -> room.tenants().forEach(this::waiting));
  }

  private void begin() {
    say(Notice.Kind.HELLO, 0, null);
    sayWhoWaits();
    workers.lookEverywhere();
    readers.forEach(Room::lookEverywhere);
  }

  private void say(Notice.Kind kind, long tenantId, Fingerprint queue) {
    bell.say(new Notice(server, kind, tenantId, queue));
  }

  private void heard(Notice notice) {
    if (notice.server().equals(server)) {
      return;
    }
    switch (notice.kind()) {
      case HELLO -> sayWhoWaits();
      case WAITING -> {
        if (peers.waiting(notice.tenantId())) {
          // What was done here until now was told to nobody.
          say(Notice.Kind.WORK, notice.tenantId(), null);
        }
      }
      case WORK -> {
        workers.heard(notice.tenantId(), notice.queue());
        readers.forEach(room -> room.heard(notice.tenantId(), null));
      }
      case ACTED -> readers.forEach(room -> room.heard(notice.tenantId(), null));
      case CLOCK -> {
        workers.lookEverywhere();
        readers.forEach(Room::lookEverywhere);
      }
    }
  }

  @Override
  public void close() {
    bell.close();
  }
}
