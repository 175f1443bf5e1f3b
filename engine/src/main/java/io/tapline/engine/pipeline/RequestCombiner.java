package io.tapline.engine.pipeline;

import io.tapline.engine.model.ActionName;
import io.tapline.tapdb.StoreException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
 * Requests that arrive while a transaction of their kind is under way share the next one. On an
 * idle system a request is carried out at once, and under load the transactions grow by themselves:
 * right after a shared transaction, the next one waits for a moment for the callers that were just
 * answered ({@link ReturningCallers}). The thread of one of the requests carries out all that have
 * gathered, and then leaves the lane to the first that came meanwhile.
 *
 * <p>A request that was taken into a transaction waits for its end, since only that tells what
 * became of it. A request that was not taken yet may leave, and nothing has happened.
 *
 * @param <R> a request
 * @param <A> its answer
 */
final class RequestCombiner<R, A> {

  private static final Logger LOG = LoggerFactory.getLogger(RequestCombiner.class);

  /** A request for more items than this has the better part of what sharing could bring. */
  static final int FEW = 10;

  /** Items in one transaction: beyond this each further one adds as much as it saves. */
  static final int MOST = 100;

  private static final int MOST_LANES = 1_000;

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Kind, Lane> lanes = new HashMap<>();
  private final Function<List<R>, List<A>> together;
  private final ToIntFunction<R> size;
  private final ActionStats actionStats;
  private final long patience;
  private final Supplier<ReturningCallers> returningCallers;

  /**
   * @param together carries out some requests in one transaction, and answers each in its place;
   *     null for one that has to be tried alone. When it throws, nothing is known to have happened.
   * @param size how many items a request has
   */
  RequestCombiner(
      Function<List<R>, List<A>> together, ToIntFunction<R> size, PipelineContext context) {
    this(together, size, context, ReturningCallers::new);
  }

  /**
   * @param returningCallers for each lane one
   */
  RequestCombiner(
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
   * Requests of equal kind may share a transaction; those of two tenants never do.
   *
   * @param queueKey for what concerns one queue only; or null
   */
  record Kind(long tenantId, ActionName action, String queueKey) {}

  /** One transaction of a lane; nothing but itself. */
  private static final class Run {}

  private static final class Waiting<R, A> {
    private final R request;
    private final CountDownLatch told = new CountDownLatch(1);

    /** Where it is to carry out all that wait. */
    private Run run;

    /** Otherwise; null when it is to be tried alone. */
    private A answer;

    /** When it would not fare better alone. */
    private StoreException failure;

    Waiting(R request) {
      this.request = request;
    }
  }

  private final class Lane {
    private final Deque<Waiting<R, A>> waiting = new ArrayDeque<>();
    private final Condition gathered = lock.newCondition();
    private final ReturningCallers returning = returningCallers.get();

    /** The transaction whose end those who wait are waiting for; null when none is under way. */
    private Run run;

    private long begun;

    Run begin() {
      run = new Run();
      begun = System.nanoTime();
      return run;
    }
  }

  /**
   * @return empty when it is to be tried alone, under its key: it could not be carried out beside
   *     the others, or the transaction that it shared with them failed
   */
  Optional<A> ask(Kind kind, R request) {
    if (Thread.currentThread().isInterrupted()) {
      // Its transaction may fail for that, and nobody else's request is to fail with it.
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

  /** It may begin at once if nobody is there. */
  private Run enter(Kind kind, Waiting<R, A> mine) {
    lock.lock();
    try {
      var lane = lanes.computeIfAbsent(kind, key -> newLane());
      if (lane.run == null) {
        return lane.begin();
      }
      lane.waiting.add(mine);
      lane.gathered.signal();
      return null;
    } finally {
      lock.unlock();
    }
  }

  /** Lanes without a transaction are kept for what they know of their callers, but not for ever. */
  private Lane newLane() {
    if (lanes.size() >= MOST_LANES) {
      lanes.values().removeIf(lane -> lane.run == null);
    }
    return new Lane();
  }

  /** Null when it has its answer, or is to be tried alone. */
  private Run await(Kind kind, Waiting<R, A> mine) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          if (mine.told.await(patience, TimeUnit.NANOSECONDS)) {
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

  /** Begins beside a transaction that is stuck, which from now on nobody waits for. */
  private Run overtake(Kind kind, Waiting<R, A> mine) {
    lock.lock();
    try {
      var lane = lanes.get(kind);
      return lane != null && System.nanoTime() - lane.begun >= patience && lane.waiting.remove(mine)
          ? lane.begin()
          : null;
    } finally {
      lock.unlock();
    }
  }

  /** Whether it was not taken yet. */
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
        // One has waited for a connection in vain: nobody else is to wait as long after it.
        failure = store;
      }
      if (all.size() == 1 || failure != null) {
        throw e;
      }
      LOG.warn(
          "{} requests for {} failed in one transaction; each is tried alone",
          all.size(),
          kind.action().wire(),
          e);
      actionStats.shared(kind.action(), all.size(), true);
      return null;
    } finally {
      // Answers first, so that callers who ask again at once can be part of what comes next.
      tell(all, answers, failure);
      end(kind, run, all.size(), start);
    }
  }

  /**
   * One transaction answers many callers at once; without this the first of them to ask again would
   * have the next transaction to itself.
   */
  private void gather(Kind kind) {
    lock.lock();
    try {
      var lane = lanes.get(kind);
      long left = lane == null ? 0 : lane.returning.patience(System.nanoTime());
      while (left > 0 && lane.waiting.size() + 1 < lane.returning.expected()) {
        left = lane.gathered.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      // The transaction may fail for it; those who share it are then tried alone.
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }

  /** Its own first, then the others as they came. */
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
        lane.returning.answered(answered, now - start, now);
      }
      end(lane, run);
    } finally {
      lock.unlock();
    }
  }

  /** The next begins, unless it has done so already beside this one. */
  private void end(Lane lane, Run run) {
    if (lane == null || lane.run != run) {
      return;
    }
    var next = lane.waiting.poll();
    if (next == null) {
      lane.run = null;
    } else {
      next.run = lane.begin();
      next.told.countDown();
    }
  }

  private static <R, A> void tell(
      List<Waiting<R, A>> all, List<A> answers, StoreException failure) {
    for (int i = 1; i < all.size(); i++) {
      var one = all.get(i);
      one.answer = answers == null ? null : answers.get(i);
      one.failure = failure;
      one.told.countDown();
    }
  }
}
