package io.tapline.server.longpoll;

import io.tapline.api.ClaimAnswer;
import io.tapline.engine.Engine;
import io.tapline.engine.pipeline.BackgroundFailures.Task;
import io.tapline.engine.read.queue.QueueOutlook;
import io.tapline.tapdb.StoreException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;

/**
 * Gives the work of one tenant to the claims that wait for it. A signal only says which queue to
 * look at; the dispatcher counts what is there and asks as many waiting claims, in order of
 * arrival, to claim it. What they do not take is offered again.
 */
final class ClaimDispatcher {

  /** More are not counted at once: the next look finds the rest. */
  private static final int MOST_COUNTED = 200;

  private final long tenantId;
  private final Engine engine;
  private final WaitScheduler waitScheduler;
  private final WaitingClaims line = new WaitingClaims();
  private final Map<String, QueueOffer> passes = new HashMap<>();
  private final EmptyClaimMemory emptyClaimMemory = new EmptyClaimMemory();

  // Where to look: news from outside and whom it is for, and queues whose pass goes on.
  private final Map<String, WakeupAudience> news = new HashMap<>();
  private final Set<String> onward = new HashSet<>();
  private WakeupAudience newsEverywhere;
  private boolean looking;

  /** What was taken since the last look began, and may be counted by it still. */
  private final Map<String, Integer> taken = new HashMap<>();

  private Future<?> due;

  ClaimDispatcher(long tenantId, Engine engine, WaitScheduler waitScheduler) {
    this.tenantId = tenantId;
    this.engine = engine;
    this.waitScheduler = waitScheduler;
  }

  /** Takes its place in the line, and has the dispatcher look: work may have come just before. */
  void admit(WaitingClaim waiter, long millis) {
    WaitingClaim before;
    synchronized (this) {
      if (!line.has(waiter.kind::equals)) {
        emptyClaimMemory.forget(waiter.kind);
      }
      before = line.add(waiter);
      if (before != null && before.trying) {
        before.again = waiter;
        before = null;
      }
      waiter.end = waitScheduler.in(millis, () -> leave(waiter));
    }
    if (before != null) {
      // The client asks anew, so nobody listens to the old one any more.
      leave(before);
    }
    if (waiter.claim.queueKey() == null) {
      lookEverywhere(WakeupAudience.UNASKED);
    } else {
      look(waiter.claim.queueKey(), WakeupAudience.UNASKED);
    }
  }

  /** The end of its time, or nobody listens any more. */
  void leave(WaitingClaim waiter) {
    synchronized (this) {
      waiter.leaving = true;
      waiter.end.cancel(false);
      if (waiter.trying || !line.remove(waiter)) {
        return;
      }
    }
    waiter.answer.complete(waiter.nothing());
  }

  void leaveAll() {
    List<WaitingClaim> all = new ArrayList<>();
    synchronized (this) {
      line.all().forEach(all::add);
    }
    all.forEach(this::leave);
  }

  synchronized int size() {
    return line.size();
  }

  /** There may be work in this queue. */
  synchronized void look(String queueKey, WakeupAudience audience) {
    emptyClaimMemory.news(queueKey, audience);
    // An empty scan costs as much as a full one, so it is skipped when no claim waits.
    if (line.waitsFor(queueKey) && line.has(kind -> isFor(audience, queueKey, kind))) {
      news.merge(queueKey, audience, WakeupAudience::and);
    }
    startLooking();
  }

  /** There may be work anywhere. */
  synchronized void lookEverywhere(WakeupAudience audience) {
    emptyClaimMemory.newsEverywhere(audience);
    newsEverywhere = newsEverywhere == null ? audience : newsEverywhere.and(audience);
    startLooking();
  }

  /** There may be work in a queue of which only the fingerprint is known. */
  synchronized void look(QueueFingerprint queue) {
    if (line.waitsAnywhere()) {
      lookEverywhere(WakeupAudience.ALL);
    }
    for (var key : List.copyOf(line.queues())) {
      if (QueueFingerprint.of(key).equals(queue)) {
        look(key, WakeupAudience.ALL);
      }
    }
  }

  private void startLooking() {
    if (!looking
        && line.size() > 0
        && (newsEverywhere != null || !news.isEmpty() || !onward.isEmpty())) {
      looking = true;
      submit(this::lookAround);
    }
  }

  private void submit(Runnable work) {
    try {
      waitScheduler.now(tenantId, work);
    } catch (RejectedExecutionException e) {
      // The server ends; all who wait have been sent home.
      looking = false;
    }
  }

  /**
   * Where a look goes, and which of it is news, for whom.
   *
   * @param elsewhere for whom there is news of every other queue; null when there is none
   */
  private record DispatchRound(
      boolean everywhere,
      Set<String> keys,
      Map<String, WakeupAudience> news,
      WakeupAudience elsewhere,
      int most) {

    /** Null when there is none. */
    WakeupAudience newsOf(String queueKey) {
      return news.getOrDefault(queueKey, elsewhere);
    }
  }

  private void lookAround() {
    for (var round = nextRound(); round != null; round = nextRound()) {
      try {
        var outlooks =
            round.everywhere()
                ? engine.reads().outlook().every(tenantId, round.most())
                : engine.reads().outlook().outlooks(tenantId, round.keys(), round.most());
        offer(round, outlooks);
      } catch (RuntimeException e) {
        engine.failures().failed(Task.LONG_POLL, "claims of tenant " + tenantId, e);
      }
    }
  }

  private synchronized DispatchRound nextRound() {
    var elsewhere = newsEverywhere;
    if (elsewhere != null) {
      line.queues().forEach(key -> news.merge(key, elsewhere, WakeupAudience::and));
    }
    var keys = new HashSet<>(news.keySet());
    keys.addAll(onward);
    var round =
        new DispatchRound(
            elsewhere != null && line.waitsAnywhere(),
            keys,
            Map.copyOf(news),
            elsewhere,
            Math.min(line.size(), MOST_COUNTED));
    newsEverywhere = null;
    news.clear();
    onward.clear();
    taken.clear();
    looking = line.size() > 0 && (elsewhere != null || !keys.isEmpty());
    return looking ? round : null;
  }

  private synchronized void offer(DispatchRound round, List<QueueOutlook> outlooks) {
    Long soonest = null;
    var gone = new HashSet<>(round.keys());
    for (var queueOutlook : outlooks) {
      gone.remove(queueOutlook.queueKey());
      if (queueOutlook.claimable() > 0 || passes.containsKey(queueOutlook.queueKey())) {
        offer(
            queueOutlook.queueKey(),
            queueOutlook.claimable(),
            round.newsOf(queueOutlook.queueKey()));
      }
      if (queueOutlook.next() != null && line.waitsFor(queueOutlook.queueKey())) {
        long millis = Math.max(1, queueOutlook.next().toMillis() + 1);
        soonest = soonest == null ? millis : Math.min(soonest, millis);
      }
    }
    gone.forEach(
        key ->
            passes.computeIfPresent(
                key, (k, queueOffer) -> queueOffer.trying == 0 ? null : queueOffer));
    if (soonest != null && soonest <= WaitScheduler.LOOK_MILLIS) {
      // Later ones are found by the look that comes every second.
      if (due != null) {
        due.cancel(false);
      }
      due = waitScheduler.in(soonest, () -> lookEverywhere(WakeupAudience.ALL));
    }
  }

  /**
   * @param fresh for whom there is news; null when there is none
   */
  private void offer(String queueKey, int claimable, WakeupAudience fresh) {
    var queueOffer =
        passes.computeIfAbsent(
            queueKey, key -> new QueueOffer(fresh == null ? WakeupAudience.ALL : fresh));
    if (fresh != null) {
      queueOffer.hear(fresh);
    }
    int left = claimable - queueOffer.promised - taken.getOrDefault(queueKey, 0);
    if (left > 0 && queueOffer.begun()) {
      // There is work that those who tried could not take.
      if (fresh != null) {
        queueOffer.hearAgain(fresh);
      }
      queueOffer.tried().forEach(this::putBack);
    }
    while (left > 0) {
      var waiter = line.first(queueKey, one -> wants(queueKey, queueOffer, one));
      if (waiter == null) {
        break;
      }
      waiter.trying = true;
      queueOffer.begin(waiter);
      left -= waiter.claim.maxItems();
      submit(() -> attempt(queueKey, queueOffer, waiter));
    }
    if (queueOffer.trying == 0) {
      passes.remove(queueKey);
      if (queueOffer.again != null) {
        news.merge(queueKey, queueOffer.again, WakeupAudience::and);
      }
    }
  }

  private boolean wants(String queueKey, QueueOffer queueOffer, WaitingClaim waiter) {
    return queueOffer.wants(waiter, emptyClaimMemory.doubts(queueKey, waiter.kind))
        && isFor(queueOffer.audience(), queueKey, waiter.kind);
  }

  private boolean isFor(WakeupAudience audience, String queueKey, WaitingClaim.WorkerKind kind) {
    return audience.has(kind) || audience.unasked() && !emptyClaimMemory.isFor(queueKey, kind);
  }

  private void putBack(WaitingClaim waiter) {
    if (!waiter.leaving) {
      line.putBack(waiter);
    }
  }

  private void attempt(String queueKey, QueueOffer queueOffer, WaitingClaim waiter) {
    ClaimAnswer answer = null;
    RuntimeException refused = null;
    try {
      // Nobody listens to one who leaves: it must not claim what nobody will work on.
      answer = waiter.leaving ? waiter.nothing() : engine.claim(waiter.caller, waiter.claim);
    } catch (StoreException e) {
      if (e.isLockNotAvailable()) {
        // It waits anyway, and the next look comes within a second.
        answer = waiter.nothing();
      } else {
        refused = e;
      }
    } catch (RuntimeException e) {
      refused = e;
    }
    boolean found = refused != null || !answer.claims().isEmpty();
    WaitingClaim again = null;
    boolean over;
    synchronized (this) {
      waiter.trying = false;
      queueOffer.end(waiter, found);
      if (found) {
        emptyClaimMemory.foundSomething(queueKey, waiter.kind);
      } else if (!waiter.leaving) {
        emptyClaimMemory.foundNothing(queueKey, waiter.kind);
      }
      if (answer != null) {
        taken.merge(queueKey, answer.claims().size(), Integer::sum);
      }
      over = found || waiter.leaving;
      if (over) {
        line.remove(waiter);
        waiter.end.cancel(false);
        again = found ? waiter.again : null;
      }
      if (again != null) {
        again.trying = true;
        queueOffer.begin(again);
      }
      if (queueOffer.trying == 0) {
        onward.add(queueKey);
        startLooking();
      }
    }
    if (again != null) {
      var same = again;
      submit(() -> attempt(queueKey, queueOffer, same));
    }
    if (refused != null) {
      waiter.answer.completeExceptionally(refused);
    } else if (over) {
      waiter.answer.complete(answer);
    }
  }
}
