package io.tapline.engine.pipeline;

import io.tapline.api.ActionName;
import io.tapline.tapdb.StoreException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Combines concurrent requests of one kind: those that arrive during a transaction share the next
 * one. On an idle system a request is executed at once, and under load the transactions grow: after
 * a shared transaction, the next one waits a moment for the callers that were just answered ({@link
 * ReturningCallers}), and a second one begins beside it when many requests wait. The thread of one
 * of the requests executes all that have gathered, and then passes the lane to the first that
 * arrived meanwhile.
 *
 * <p>A request in a running transaction waits for its end, because its outcome is unknown before. A
 * request that is not in a transaction yet may leave without an effect.
 *
 * @param <R> a request
 * @param <A> its answer
 */
public final class RequestCombiner<R, A> {

  private static final Logger LOG = LoggerFactory.getLogger(RequestCombiner.class);

  /** A request of more items alone already has most of the benefit of sharing. */
  public static final int FEW = 10;

  /** Limit of items in one transaction: beyond it, each further item costs as much as it saves. */
  public static final int MOST = 100;

  private static final int MOST_LANES = 1_000;

  /** Concurrent transactions of one lane: the process decides one while the database writes one. */
  private static final int MOST_RUNS = 2;

  /**
   * As many waiting requests begin a transaction beside the running one. Fewer wait for its end,
   * because a transaction has a fixed cost.
   */
  static final int BESIDE = 8;

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Kind, Lane> lanes = new HashMap<>();
  private final Function<List<R>, List<A>> together;
  private final ToIntFunction<R> size;
  private final ActionStats actionStats;
  private final long patience;
  private final Supplier<ReturningCallers> returningCallers;

  /**
   * @param together executes requests in one transaction, and returns the answers in order; null
   *     for a request that has to be tried alone. When it throws, no request has a known effect.
   * @param size the number of items of a request
   */
  public RequestCombiner(
      Function<List<R>, List<A>> together, ToIntFunction<R> size, PipelineContext context) {
    this(together, size, context, ReturningCallers::new);
  }

  /**
   * @param returningCallers creates one for each lane
   */
  public RequestCombiner(
      Function<List<R>, List<A>> together,
      ToIntFunction<R> size,
      PipelineContext context,
      Supplier<ReturningCallers> returningCallers) {
    this.together = together;
    this.size = size;
    this.actionStats = context.stats();
    this.patience = context.patience().toNanos();
    this.returningCallers = returningCallers;
  }

  /**
   * Requests of equal kind may share a transaction; requests of two tenants never do.
   *
   * @param queueKey for actions on one queue only; or null
   */
  public record Kind(long tenantId, ActionName action, String queueKey) {}

  /**
   * The callers that a shared transaction has just answered. Under load most of them send another
   * request at once, and a short wait for them spreads the fixed cost of the next transaction over
   * all of them. The wait is bounded. There is none after a transaction of one request, none when
   * as much time as that transaction took has passed since, and none after a wait that brought no
   * other request, until a request arrives during a transaction again.
   */
  static class ReturningCallers {

    /**
     * The wait is at most this part of a transaction's duration, which is lost when no caller
     * returns.
     */
    private static final int SHARE = 4;

    /** Limit for long transactions. */
    private static final long MOST_NANOS = 2_000_000;

    private int expected;
    private long took;
    private long ended;
    private boolean likely;

    /**
     * A transaction has ended that answered this number of callers.
     *
     * @param met whether a request arrived during the transaction
     */
    void answered(int callers, long nanos, long now, boolean met) {
      expected = callers;
      took = nanos;
      ended = now;
      likely |= met;
    }

    /** A wait has ended, with or without another request. */
    void waited(boolean met) {
      likely = met;
    }

    /** The number of requests in the next transaction if all of the callers return. */
    int expected() {
      return expected;
    }

    /** The time that the next transaction waits for them if it begins now. */
    long patience(long now) {
      long since = now - ended;
      return expected < 2 || !likely || since >= took ? 0 : Math.min(took / SHARE, MOST_NANOS);
    }
  }

  /** One transaction of a lane. */
  private static final class Run {
    private final long begun = System.nanoTime();
  }

  private static final class Waiting<R, A> {
    private final R request;
    private final CountDownLatch done = new CountDownLatch(1);

    /** Set when this request has to execute the next transaction. */
    private Run run;

    /** Null when the request has to be tried alone. */
    private A answer;

    /** Set when the request would fail alone, too. */
    private StoreException failure;

    Waiting(R request) {
      this.request = request;
    }
  }

  private final class Lane {
    private final Deque<Waiting<R, A>> waiting = new ArrayDeque<>();
    private final Condition gathered = lock.newCondition();
    private final ReturningCallers returning = returningCallers.get();

    /** The current transactions, whose end the waiting requests wait for. */
    private final Set<Run> runs = new HashSet<>();

    /**
     * @param requests the number of requests that wait
     */
    boolean admits(int requests) {
      return requests > 0 && (runs.isEmpty() || runs.size() < MOST_RUNS && requests >= BESIDE);
    }

    Run begin() {
      var run = new Run();
      runs.add(run);
      return run;
    }
  }

  /**
   * @return empty when the request has to be tried alone, under its key: it could not be executed
   *     with the others, or the shared transaction failed
   */
  public Optional<A> ask(Kind kind, R request) {
    if (Thread.currentThread().isInterrupted()) {
      // The interrupt may fail the transaction, and must not fail the requests of other callers.
      return Optional.empty();
    }
    var mine = new Waiting<R, A>(request);
    var run = enter(kind, mine);
    if (run == null) {
      run = await(kind, mine);
    }
    if (run != null) {
      return Optional.ofNullable(lead(kind, run, mine));
    }
    if (mine.failure != null) {
      throw mine.failure;
    }
    return Optional.ofNullable(mine.answer);
  }

  /**
   * Completes the answers of a fast path: requests without an answer take the general path. A
   * failure there is not the failure of a request that has its answer.
   *
   * @param answers by request; null where the fast path did nothing
   */
  public static <R, A> List<A> rest(
      List<A> answers, List<R> requests, Function<List<R>, List<A>> generalPath) {
    var left = new ArrayList<Integer>();
    for (int i = 0; i < answers.size(); i++) {
      if (answers.get(i) == null) {
        left.add(i);
      }
    }
    if (left.isEmpty()) {
      return answers;
    }
    if (left.size() == answers.size()) {
      return generalPath.apply(requests);
    }
    var all = new ArrayList<>(answers);
    try {
      var found = generalPath.apply(left.stream().map(requests::get).toList());
      for (int i = 0; i < left.size(); i++) {
        all.set(left.get(i), found.get(i));
      }
    } catch (RuntimeException e) {
      LOG.warn(
          "{} of {} requests failed in one transaction; each is retried alone",
          left.size(),
          all.size(),
          e);
    }
    return all;
  }

  /** Begins a transaction if there is none. */
  private Run enter(Kind kind, Waiting<R, A> mine) {
    lock.lock();
    try {
      var lane = lanes.computeIfAbsent(kind, key -> newLane());
      if (lane.admits(lane.waiting.size() + 1)) {
        return lane.begin();
      }
      lane.waiting.add(mine);
      lane.gathered.signal();
      return null;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Lanes without a transaction keep the statistics of their callers until there are too many
   * lanes.
   */
  private Lane newLane() {
    if (lanes.size() >= MOST_LANES) {
      lanes.values().removeIf(lane -> lane.runs.isEmpty());
    }
    return new Lane();
  }

  /** Null when the request has its answer, or has to be tried alone. */
  private Run await(Kind kind, Waiting<R, A> mine) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          if (mine.done.await(patience, TimeUnit.NANOSECONDS)) {
            break;
          }
          var run = overtake(kind, mine);
          if (run != null) {
            return run;
          }
        } catch (InterruptedException e) {
          interrupted = true;
          if (leave(kind, mine)) {
            return null;
          }
        }
      }
      if (interrupted && mine.run != null) {
        giveUp(kind, mine.run);
        return null;
      }
      return mine.run;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Begins a transaction beside a stuck one, for which no request waits from now on. */
  private Run overtake(Kind kind, Waiting<R, A> mine) {
    lock.lock();
    try {
      var lane = lanes.get(kind);
      long now = System.nanoTime();
      if (lane == null
          || lane.runs.stream().anyMatch(run -> now - run.begun < patience)
          || !lane.waiting.remove(mine)) {
        return null;
      }
      lane.runs.clear();
      return lane.begin();
    } finally {
      lock.unlock();
    }
  }

  /** Whether the request was not part of a transaction yet. */
  private boolean leave(Kind kind, Waiting<R, A> mine) {
    lock.lock();
    try {
      var lane = lanes.get(kind);
      return lane != null && lane.waiting.remove(mine);
    } finally {
      lock.unlock();
    }
  }

  private A lead(Kind kind, Run run, Waiting<R, A> mine) {
    gather(kind);
    var all = take(kind, mine);
    long start = System.nanoTime();
    List<A> answers = null;
    StoreException failure = null;
    try {
      answers = together.apply(all.stream().map(one -> one.request).toList());
      actionStats.shared(kind.action(), all.size(), false);
      return answers.get(0);
    } catch (RuntimeException e) {
      if (e instanceof StoreException store && !store.connected()) {
        // A request has waited for a connection in vain: no other request should wait as long.
        failure = store;
      }
      if (all.size() == 1 || failure != null) {
        throw e;
      }
      LOG.warn(
          "{} requests for {} failed in one transaction; each is retried alone",
          all.size(),
          kind.action().wire(),
          e);
      actionStats.shared(kind.action(), all.size(), true);
      return null;
    } finally {
      // Answers come first, so that callers that send another request at once can join the next
      // transaction.
      distribute(all, answers, failure);
      end(kind, run, all.size(), start);
    }
  }

  /**
   * One transaction answers many callers at once; without this wait, the first one to return would
   * have the next transaction alone.
   */
  private void gather(Kind kind) {
    lock.lock();
    try {
      var lane = lanes.get(kind);
      long left = lane == null ? 0 : lane.returning.patience(System.nanoTime());
      boolean waits = left > 0;
      while (left > 0 && lane.waiting.size() + 1 < lane.returning.expected()) {
        left = lane.gathered.awaitNanos(left);
      }
      if (waits) {
        lane.returning.waited(!lane.waiting.isEmpty());
      }
    } catch (InterruptedException e) {
      // The interrupt may fail the transaction; the requests that share it are then tried alone.
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }

  /** The own request first, then the others in the order of their arrival. */
  private List<Waiting<R, A>> take(Kind kind, Waiting<R, A> mine) {
    lock.lock();
    try {
      var all = new ArrayList<Waiting<R, A>>();
      all.add(mine);
      int items = size.applyAsInt(mine.request);
      var lane = lanes.get(kind);
      while (lane != null && !lane.waiting.isEmpty()) {
        items += size.applyAsInt(lane.waiting.peek().request);
        if (items > MOST) {
          break;
        }
        all.add(lane.waiting.poll());
      }
      return all;
    } finally {
      lock.unlock();
    }
  }

  private void giveUp(Kind kind, Run run) {
    lock.lock();
    try {
      end(lanes.get(kind), run);
    } finally {
      lock.unlock();
    }
  }

  private void end(Kind kind, Run run, int answered, long start) {
    lock.lock();
    try {
      var lane = lanes.get(kind);
      if (lane != null) {
        long now = System.nanoTime();
        lane.returning.answered(answered, now - start, now, !lane.waiting.isEmpty());
      }
      end(lane, run);
    } finally {
      lock.unlock();
    }
  }

  /** Begins the next transaction, unless others have overtaken this one. */
  private void end(Lane lane, Run run) {
    if (lane == null || !lane.runs.remove(run)) {
      return;
    }
    if (lane.admits(lane.waiting.size())) {
      var next = lane.waiting.poll();
      next.run = lane.begin();
      next.done.countDown();
    }
  }

  private static <R, A> void distribute(
      List<Waiting<R, A>> all, List<A> answers, StoreException failure) {
    for (int i = 1; i < all.size(); i++) {
      var one = all.get(i);
      one.answer = answers == null ? null : answers.get(i);
      one.failure = failure;
      one.done.countDown();
    }
  }
}
