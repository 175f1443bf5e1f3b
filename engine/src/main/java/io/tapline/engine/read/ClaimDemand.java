package io.tapline.engine.read;

import io.tapline.engine.command.Claim;
import io.tapline.engine.store.AskedQueues;
import io.tapline.engine.store.Drawn;
import io.tapline.engine.store.Kinds;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Who asks which queue for work. A claim only remembers it here, in memory; now and then it is
 * written down for all servers, so that a claim costs what it did.
 */
public final class ClaimDemand {

  /** Who asked within this time serves the queue. A claim that waits at the server asks anew. */
  public static final Duration WINDOW = Duration.ofMinutes(2);

  /** One who goes on asking is written down again after so long. */
  private static final Duration AGAIN = Duration.ofSeconds(30);

  /** More pairs of a worker and a queue are not kept between two notes. */
  private static final int MOST = 100_000;

  private record Pair(long workerUid, String queueKey) {}

  /** What one tenant's workers asked for. */
  private static final class Heard {
    /** Since the last note, each with the time of this machine. */
    final Map<Pair, Long> asked = new ConcurrentHashMap<>();

    /** When it was last written down, by the database's clock; guarded by this object. */
    final Map<Pair, Instant> written = new HashMap<>();
  }

  private final TapDb tapDb;
  private final Kinds kinds;
  private final Map<Long, Heard> tenants = new ConcurrentHashMap<>();

  public ClaimDemand(TapDb tapDb, Kinds kinds) {
    this.tapDb = tapDb;
    this.kinds = kinds;
    tapDb.onNewLife(tenants::clear);
  }

  /** A worker that exists asked, and may. One that named a subject does not ask for work. */
  public void asked(long tenantId, Claim claim) {
    if (claim.subjectEuid() != null) {
      return;
    }
    var heard = tenants.computeIfAbsent(tenantId, tenant -> new Heard());
    var uid = EuidMint.uidOf(claim.workerEuid());
    if (uid.isPresent() && heard.asked.size() < MOST) {
      var queue = claim.queueKey() == null ? AskedQueues.ANY : claim.queueKey();
      heard.asked.put(new Pair(uid.getAsLong(), queue), System.nanoTime());
    }
  }

  /** Writes down what was asked since the last time. To be called every few seconds. */
  public void note() {
    tenants.forEach(
        (tenant, heard) -> {
          if (!heard.asked.isEmpty()) {
            note(tenant, heard);
          }
        });
  }

  private void note(long tenantId, Heard heard) {
    synchronized (heard) {
      var taken = Map.copyOf(heard.asked);
      var now = tapDb.transaction(tenantId, tx -> write(tx, taken.keySet(), heard));
      // One that asked again meanwhile stays for the next note.
      taken.forEach(heard.asked::remove);
      heard.written.values().removeIf(at -> at.plus(WINDOW).isBefore(now));
    }
  }

  private Instant write(Tx tx, Set<Pair> asked, Heard heard) throws SQLException {
    var now = Now.read(tx);
    var due = asked.stream().filter(pair -> due(heard.written.get(pair), now)).toList();
    if (due.isEmpty()) {
      return now;
    }
    var drawn = Drawn.underLock(tx, kinds, 1);
    var byQueue = new TreeMap<String, List<Long>>();
    due.forEach(
        pair ->
            byQueue
                .computeIfAbsent(pair.queueKey(), key -> new ArrayList<>())
                .add(pair.workerUid()));
    AskedQueues.write(
        tx, kinds, drawn.next(kinds.of(tx, Kinds.ASKED_QUEUES)), drawn.now(), byQueue);
    due.forEach(pair -> heard.written.put(pair, drawn.now()));
    return now;
  }

  private static boolean due(Instant written, Instant now) {
    return written == null || !written.plus(AGAIN).isAfter(now) || written.isAfter(now);
  }

  /** The uids of workers by the key of the queue that they asked lately, wherever they did. */
  Map<String, Set<Long>> lately(Tx tx, Instant now) throws SQLException {
    var asked = AskedQueues.since(tx, now.minus(WINDOW));
    var heard = tenants.get(tx.tenantId());
    if (heard != null) {
      long since = System.nanoTime() - WINDOW.toNanos();
      heard.asked.forEach(
          (pair, at) -> {
            if (at - since > 0) {
              asked.computeIfAbsent(pair.queueKey(), key -> new HashSet<>()).add(pair.workerUid());
            }
          });
    }
    return asked;
  }
}
