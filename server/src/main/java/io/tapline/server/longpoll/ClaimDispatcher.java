package io.tapline.server.longpoll;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.engine.Engine;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.model.WorkerProfile;
import io.tapline.engine.pipeline.BackgroundFailures.Task;
import io.tapline.engine.read.queue.QueueOutlook;
import io.tapline.server.longpoll.QueueWakeups.NewWork;
import io.tapline.tapdb.StoreException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/**
 * Distributes the jobs of one tenant to its waiting claims. A signal names a queue; the dispatcher
 * counts the claimable jobs of that queue and runs as many waiting claims, in order of arrival. New
 * jobs that are ready at once are offered without a count, which would delay them by a trip to the
 * database. Jobs that the claims do not take are offered again.
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
  private final ScanTimes scanTimes = new ScanTimes(System::nanoTime);

  /** Kinds of workers that waited since the last signal for all queues, by EUID. */
  private final Map<String, WaitingClaim.WorkerKind> kinds = new HashMap<>();

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

  /** The kind of a worker; signals for all queues, such as that of a registration, end its use. */
  WaitingClaim.WorkerKind kind(String workerEuid, Supplier<WorkerProfile> read) {
    synchronized (this) {
      var kind = kinds.get(workerEuid);
      if (kind != null) {
        return kind;
      }
    }
    var kind = WaitingClaim.WorkerKind.of(read.get());
    synchronized (this) {
      kinds.put(workerEuid, kind);
    }
    return kind;
  }

  /**
   * Adds the claim. It starts a scan unless nothing can have arrived since the attempt of the claim
   * began: no signal came, and a scan in the last second has found the jobs that become ready soon.
   *
   * @param tried {@link System#nanoTime} before the attempt of the claim that found nothing; null
   *     if the attempt failed
   * @param announced whether other servers send their signals here since before the attempt
   */
  void admit(WaitingClaim waiter, long millis, Long tried, boolean announced) {
    WaitingClaim before;
    long current;
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
      current = tried == null || !announced ? 0 : scanTimes.current(waiter.queues(), tried);
      if (current > 0) {
        waiter.look = waitScheduler.in(current, () -> lookFor(waiter));
      }
    }
    if (before != null) {
      // The client sent the request again, so the older one has no reader.
      leave(before);
    }
    if (current == 0) {
      lookFor(waiter);
    }
  }

  private void lookFor(WaitingClaim waiter) {
    if (waiter.queues().isEmpty()) {
      lookEverywhere(WakeupAudience.UNASKED);
    }
    for (var queueKey : waiter.queues()) {
      look(queueKey, new NewWork(WakeupAudience.UNASKED, 0));
    }
  }

  /** Ends a wait at its time limit, or when its client has disconnected. */
  void leave(WaitingClaim waiter) {
    synchronized (this) {
      waiter.leaving = true;
      waiter.cancelTimers();
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
  synchronized void look(String queueKey, NewWork work) {
    var audience = work.audience();
    emptyClaimMemory.news(queueKey, audience);
    if (audience != WakeupAudience.UNASKED) {
      scanTimes.signalled(queueKey);
    }
    // A scan without a result costs as much as any other, so it needs a waiting claim.
    if (line.waitsFor(queueKey) && line.has(kind -> isFor(audience, queueKey, kind))) {
      if (work.ready() > 0 && !offers.containsKey(queueKey) && !news.containsKey(queueKey)) {
        var queueOffer = new QueueOffer(audience);
        queueOffer.untaken = work.ready();
        offer(queueKey, queueOffer, work.ready());
      } else {
        news.merge(queueKey, audience, WakeupAudience::and);
      }
    }
    startLooking();
  }

  /** Scans every queue. */
  synchronized void lookEverywhere(WakeupAudience audience) {
    emptyClaimMemory.newsEverywhere(audience);
    if (audience != WakeupAudience.UNASKED) {
      scanTimes.signalledEverywhere();
      kinds.clear();
    }
    newsEverywhere = newsEverywhere == null ? audience : newsEverywhere.and(audience);
    startLooking();
  }

  /** Scans a queue of which only the fingerprint is known. */
  synchronized void look(QueueFingerprint queue) {
    scanTimes.signalledEverywhere();
    if (line.waitsAnywhere()) {
      lookEverywhere(WakeupAudience.ALL);
    }
    for (var key : List.copyOf(line.queues())) {
      if (QueueFingerprint.of(key).equals(queue)) {
        look(key, new NewWork(WakeupAudience.ALL, 0));
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
    scanTimes.scans(keys);
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
    offer(queueKey, queueOffer, left);
  }

  /** Runs waiting claims for so many jobs. */
  private void offer(String queueKey, QueueOffer queueOffer, int jobs) {
    offers.put(queueKey, queueOffer);
    int left = jobs;
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
    } catch (RefusedException e) {
      if (e.refusal().code() == Code.QUEUE_DISABLED) {
        // Claims that wait for a queue keep waiting while it is disabled.
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
        if (queueOffer.untaken != null) {
          queueOffer.untaken -= answer.claims().size();
        }
      }
      over = found || waiter.leaving;
      if (over) {
        line.remove(waiter);
        waiter.cancelTimers();
        again = found ? waiter.again : null;
      }
      if (again != null) {
        again.trying = true;
        queueOffer.begin(again);
      }
      if (queueOffer.trying == 0 && queueOffer.complete()) {
        offers.remove(queueKey, queueOffer);
      } else if (queueOffer.trying == 0) {
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
