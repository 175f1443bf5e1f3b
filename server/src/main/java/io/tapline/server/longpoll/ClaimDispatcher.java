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
 * Distributes the jobs of one tenant to its waiting claims. A signal only names a queue; the
 * dispatcher counts the claimable jobs of that queue and runs as many waiting claims, in order of
 * arrival. Jobs that they do not take are offered again.
 */
final class ClaimDispatcher {

  /** Upper limit of one count; the next scan finds the rest. */
  private static final int MOST_COUNTED = 200;

  private final long tenantId;
  private final Engine engine;
  private final WaitScheduler waitScheduler;
  private final WaitingClaims line = new WaitingClaims();
  private final Map<String, QueueOffer> offers = new HashMap<>();
  private final EmptyClaimMemory emptyClaimMemory = new EmptyClaimMemory();

  // Queues to scan: signalled ones with their audience, and queues whose offer continues.
  private final Map<String, WakeupAudience> news = new HashMap<>();
  private final Set<String> onward = new HashSet<>();
  private WakeupAudience newsEverywhere;
  private boolean looking;

  /** Jobs taken since the last scan began; the count of that scan may still contain them. */
  private final Map<String, Integer> taken = new HashMap<>();

  private Future<?> due;

  ClaimDispatcher(long tenantId, Engine engine, WaitScheduler waitScheduler) {
    this.tenantId = tenantId;
    this.engine = engine;
    this.waitScheduler = waitScheduler;
  }

  /** Adds the claim and starts a scan: a job may have arrived just before. */
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
      // The client sent the request again, so the older one has no reader.
      leave(before);
    }
    if (waiter.claim.queueKey() == null) {
      lookEverywhere(WakeupAudience.UNASKED);
    } else {
      look(waiter.claim.queueKey(), WakeupAudience.UNASKED);
    }
  }

  /** Ends a wait at its time limit, or when its client has disconnected. */
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

  /** Scans a queue that may have new jobs. */
  synchronized void look(String queueKey, WakeupAudience audience) {
    emptyClaimMemory.news(queueKey, audience);
    // A scan without a result costs as much as any other, so it needs a waiting claim.
    if (line.waitsFor(queueKey) && line.has(kind -> isFor(audience, queueKey, kind))) {
      news.merge(queueKey, audience, WakeupAudience::and);
    }
    startLooking();
  }

  /** Scans every queue. */
  synchronized void lookEverywhere(WakeupAudience audience) {
    emptyClaimMemory.newsEverywhere(audience);
    newsEverywhere = newsEverywhere == null ? audience : newsEverywhere.and(audience);
    startLooking();
  }

  /** Scans a queue of which only the fingerprint is known. */
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
      // The server stops; all waiting claims have been answered.
      looking = false;
    }
  }

  /**
   * The queues of one scan, and the audience of each signal.
   *
   * @param elsewhere audience of a signal for all other queues; null without such a signal
   */
  private record DispatchRound(
      boolean everywhere,
      Set<String> keys,
      Map<String, WakeupAudience> news,
      WakeupAudience elsewhere,
      int most) {

    /** Null when the queue has no signal. */
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
      if (queueOutlook.claimable() > 0 || offers.containsKey(queueOutlook.queueKey())) {
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
            offers.computeIfPresent(
                key, (k, queueOffer) -> queueOffer.trying == 0 ? null : queueOffer));
    if (soonest != null && soonest <= WaitScheduler.LOOK_MILLIS) {
      // The periodic scan finds later ones.
      if (due != null) {
        due.cancel(false);
      }
      due = waitScheduler.in(soonest, () -> lookEverywhere(WakeupAudience.ALL));
    }
  }

  /**
   * @param fresh audience of a new signal; null without one
   */
  private void offer(String queueKey, int claimable, WakeupAudience fresh) {
    var queueOffer =
        offers.computeIfAbsent(
            queueKey, key -> new QueueOffer(fresh == null ? WakeupAudience.ALL : fresh));
    if (fresh != null) {
      queueOffer.widen(fresh);
    }
    int left = claimable - queueOffer.promised - taken.getOrDefault(queueKey, 0);
    if (left > 0 && queueOffer.begun()) {
      // The claims that tried could not take the remaining jobs.
      if (fresh != null) {
        queueOffer.repeatFor(fresh);
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
      offers.remove(queueKey);
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
      // A claim without a reader must not take a job.
      answer = waiter.leaving ? waiter.nothing() : engine.claim(waiter.caller, waiter.claim);
    } catch (StoreException e) {
      if (e.isLockNotAvailable()) {
        // The claim keeps waiting; the next scan comes within a second.
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
