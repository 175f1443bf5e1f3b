package io.tapline.engine.pipeline;

import io.tapline.api.ActionName;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.Refusal;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Command;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.pipeline.BackgroundFailures.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * Counts events without evidence in the store, per process: replays, conflicts and refusals. It
 * also passes the outcome of each request to the {@link ActionListener}s.
 */
public final class ActionStats {

  /** A claim found the job leased by another worker, or no longer claimable. */
  private static final Set<Code> CONFLICTS = EnumSet.of(Code.ALREADY_LEASED, Code.NOT_VISIBLE);

  private record QueueKey(long tenantId, String queueKey) {}

  private record RefusalKey(long tenantId, ActionName action, Code code) {}

  private record SharedRun(ActionName action, boolean failed) {}

  private final Map<QueueKey, LongAdder> replays = new ConcurrentHashMap<>();
  private final Map<QueueKey, LongAdder> conflicts = new ConcurrentHashMap<>();
  private final Map<RefusalKey, LongAdder> refusals = new ConcurrentHashMap<>();
  private final Map<SharedRun, LongAdder> shared = new ConcurrentHashMap<>();
  private final List<ActionListener> listeners = new CopyOnWriteArrayList<>();
  private final BackgroundFailures failures = new BackgroundFailures();

  public void listen(ActionListener listener) {
    listeners.add(listener);
  }

  /**
   * @param queueKey the key of an existing queue, or null: a key that a client made up must not be
   *     stored here
   */
  public void replay(long tenantId, String queueKey) {
    count(replays, new QueueKey(tenantId, queueKey));
  }

  public void refusal(long tenantId, ActionName action, Code code) {
    count(refusals, new RefusalKey(tenantId, action, code));
  }

  /** A selected job of the queue could not be claimed. */
  public void notGranted(long tenantId, String queueKey, Code code) {
    if (CONFLICTS.contains(code)) {
      count(conflicts, new QueueKey(tenantId, queueKey));
    }
  }

  /** A claim found all its candidates locked by other transactions, and scans again. */
  public void missed(long tenantId, String queueKey) {
    count(conflicts, new QueueKey(tenantId, queueKey));
  }

  /**
   * A transaction of one or more requests of one action has ended.
   *
   * @param failed whether the requests are tried one by one
   */
  public void shared(ActionName action, int requests, boolean failed) {
    if (requests > 1) {
      count(shared, new SharedRun(action, failed));
    }
    notifyListeners(listener -> listener.shared(action, requests, failed));
  }

  /**
   * Number of transactions that several requests shared.
   *
   * @param failed whether to count those that failed, after which each request was tried alone
   */
  public long shared(ActionName action, boolean failed) {
    return at(shared, new SharedRun(action, failed));
  }

  private static <K> void count(Map<K, LongAdder> counts, K key) {
    counts.computeIfAbsent(key, k -> new LongAdder()).increment();
  }

  /** Calls the listeners once for each action of the batch; not at all for an empty one. */
  public void carriedOut(
      Caller caller,
      List<? extends Command> commands,
      List<ItemOutcome> outcomes,
      long sinceNanos) {
    if (listeners.isEmpty()) {
      return;
    }
    var took = Duration.ofNanos(System.nanoTime() - sinceNanos);
    var actions = new LinkedHashMap<ActionName, List<Integer>>();
    for (int i = 0; i < commands.size(); i++) {
      actions.computeIfAbsent(commands.get(i).action(), action -> new ArrayList<>()).add(i);
    }
    for (var places : actions.values()) {
      boolean all = actions.size() == 1;
      var some = all ? commands : at(commands, places);
      var theirs = all ? outcomes : at(outcomes, places);
      notifyListeners(listener -> listener.carriedOut(caller, some, theirs, took));
    }
  }

  private static <T> List<T> at(List<? extends T> all, List<Integer> places) {
    var some = new ArrayList<T>(places.size());
    places.forEach(place -> some.add(all.get(place)));
    return some;
  }

  /** Passes the claim to the listeners. */
  public void claimed(
      Caller caller, Claim command, ClaimAnswer answer, Refusal refusal, long sinceNanos) {
    if (!listeners.isEmpty()) {
      var took = Duration.ofNanos(System.nanoTime() - sinceNanos);
      notifyListeners(listener -> listener.claimed(caller, command, answer, refusal, took));
    }
  }

  /** The action is committed, so a failure of a listener does not change its answer. */
  private void notifyListeners(Consumer<ActionListener> news) {
    for (var listener : listeners) {
      failures.isolate(Task.LISTENER, listener.getClass().getName(), () -> news.accept(listener));
    }
  }

  /** Isolates and counts failures of background work. */
  public BackgroundFailures failures() {
    return failures;
  }

  /** The metric idempotent_replay_total. */
  public long replays(long tenantId, String queueKey) {
    return at(replays, new QueueKey(tenantId, queueKey));
  }

  /** The metric claim_conflict_total. */
  public long claimConflicts(long tenantId, String queueKey) {
    return at(conflicts, new QueueKey(tenantId, queueKey));
  }

  private static <K> long at(Map<K, LongAdder> counts, K key) {
    var count = counts.get(key);
    return count == null ? 0 : count.sum();
  }

  /** Every refusal by action and code. */
  public Map<String, Long> refusals(long tenantId) {
    var counts = new TreeMap<String, Long>();
    refusals.forEach(
        (key, count) -> {
          if (key.tenantId() == tenantId) {
            counts.merge(key.action().wire() + "/" + key.code(), count.sum(), Long::sum);
          }
        });
    return counts;
  }
}
