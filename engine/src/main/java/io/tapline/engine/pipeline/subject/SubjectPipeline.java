package io.tapline.engine.pipeline.subject;

import io.tapline.api.ActionName;
import io.tapline.api.request.ExpireLease;
import io.tapline.api.request.SettleDependencies;
import io.tapline.api.request.SubjectCommand;
import io.tapline.engine.action.ActionNeed;
import io.tapline.engine.action.ActionTable;
import io.tapline.engine.decide.DecisionInput;
import io.tapline.engine.decide.RefusedDecision;
import io.tapline.engine.decide.SubjectChange;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.Subject;
import io.tapline.engine.pipeline.ActionTransaction;
import io.tapline.engine.pipeline.HashedCommand;
import io.tapline.engine.pipeline.IdempotentRetry;
import io.tapline.engine.pipeline.PipelineContext;
import io.tapline.engine.pipeline.RepeatableTransaction;
import io.tapline.engine.pipeline.RepeatableTransaction.Attempt;
import io.tapline.engine.pipeline.RepeatableTransaction.Attempt.Blocked;
import io.tapline.engine.pipeline.RepeatableTransaction.Attempt.Done;
import io.tapline.engine.pipeline.RequestCombiner;
import io.tapline.engine.pipeline.RequestEvidence;
import io.tapline.engine.pipeline.SystemCaller;
import io.tapline.engine.store.BatchWriter;
import io.tapline.engine.store.ReplayLookup;
import io.tapline.engine.store.TransactionClockAndIds;
import io.tapline.tapdb.Deferred;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Executes commands about jobs, in batches: replay, lock, decide, write, record. */
public final class SubjectPipeline {

  /** An item draws at most a lease, a record, a hold or dead letter, and its action. */
  private static final int IDS_PER_ITEM = 4;

  private final PipelineContext context;
  private final Function<List<List<HashedCommand>>, List<ItemOutcome[]>> atOnce;
  private final RequestCombiner<List<HashedCommand>, ItemOutcome[]> combiner;

  /**
   * @param atOnce the fast path: the outcomes of each request, or null if nothing of it was done
   */
  public SubjectPipeline(
      PipelineContext context, Function<List<List<HashedCommand>>, List<ItemOutcome[]>> atOnce) {
    this.context = context;
    this.atOnce = atOnce;
    this.combiner = new RequestCombiner<>(this::together, List::size, context);
  }

  /** The commands are of one action, or are endings of several. */
  public List<ItemOutcome> execute(Caller caller, List<? extends SubjectCommand> commands) {
    var requests = hashed(caller, commands);
    var done = atOnce.apply(List.of(requests)).get(0);
    return done != null ? List.of(done) : execute(requests);
  }

  public List<HashedCommand> hashed(Caller caller, List<? extends SubjectCommand> commands) {
    return HashedCommand.of(context, caller, commands);
  }

  public List<ItemOutcome> execute(List<HashedCommand> requests) {
    var outcomes = new ItemOutcome[requests.size()];
    var waiting = new ArrayList<Integer>();
    for (int i = 0; i < requests.size(); i++) {
      waiting.add(i);
    }
    while (!waiting.isEmpty()) {
      // Items about one job run one after the other, each on the result of the previous one.
      var later = IdempotentRetry.settle(() -> round(requests, waiting, outcomes, false));
      waiting.clear();
      waiting.addAll(later);
    }
    return List.of(outcomes);
  }

  /**
   * The outcome that one command would have now: it is executed as usual and rolled back. Only a
   * lapse that it finds is settled, as by every command.
   */
  public ItemOutcome rehearse(Caller caller, SubjectCommand command) {
    var outcomes = new ItemOutcome[1];
    round(hashed(caller, List.of(command)), List.of(0), outcomes, true);
    return outcomes[0];
  }

  /**
   * Like {@link #execute}, for few commands of a frequent kind: in one transaction with concurrent
   * requests.
   */
  public List<ItemOutcome> executeShared(Caller caller, List<? extends SubjectCommand> commands) {
    var requests = hashed(caller, commands);
    var kind = new RequestCombiner.Kind(requests.get(0).tenantId(), commands.get(0).action(), null);
    return combiner
        .ask(kind, requests)
        .map(shared -> complete(requests, shared))
        .orElseGet(() -> execute(requests));
  }

  /** Executes alone those commands that could not share the transaction. */
  public List<ItemOutcome> complete(List<HashedCommand> requests, ItemOutcome[] shared) {
    var left = new ArrayList<HashedCommand>();
    for (int i = 0; i < shared.length; i++) {
      if (shared[i] == null) {
        left.add(requests.get(i));
      }
    }
    if (!left.isEmpty()) {
      var rest = execute(left).iterator();
      for (int i = 0; i < shared.length; i++) {
        shared[i] = shared[i] == null ? rest.next() : shared[i];
      }
    }
    return List.of(shared);
  }

  /**
   * Executes all in one transaction: an outcome for each command, or null where it has to run
   * alone.
   */
  private List<ItemOutcome[]> together(List<List<HashedCommand>> batches) {
    return RequestCombiner.rest(atOnce.apply(batches), batches, this::generally);
  }

  private List<ItemOutcome[]> generally(List<List<HashedCommand>> batches) {
    return IdempotentRetry.execute(
        context, batches.get(0).get(0).tenantId(), batches.size(), tx -> together(tx, batches));
  }

  /** Executes the requests within the caller's transaction, on the general path. */
  public List<ItemOutcome[]> together(Tx tx, List<List<HashedCommand>> batches)
      throws SQLException {
    var items = new ArrayList<BatchItem>();
    for (var requests : batches) {
      for (var request : requests) {
        items.add(new BatchItem(items.size(), request));
      }
    }
    var outcomes = new ItemOutcome[items.size()];
    attempt(tx, items, outcomes, Set.of(), true);
    var byBatch = new ArrayList<ItemOutcome[]>();
    int from = 0;
    for (var requests : batches) {
      byBatch.add(Arrays.copyOfRange(outcomes, from, from + requests.size()));
      from += requests.size();
    }
    return byBatch;
  }

  private List<Integer> round(
      List<HashedCommand> requests,
      List<Integer> waiting,
      ItemOutcome[] outcomes,
      boolean rehearsal) {
    long tenantId = requests.get(0).tenantId();
    return RepeatableTransaction.execute(
        context,
        tenantId,
        leaseEuids -> settle(tenantId, leaseEuids),
        (tx, also) -> {
          var attempt = attempt(tx, requests, waiting, outcomes, also);
          if (rehearsal && attempt instanceof Done<List<Integer>>) {
            // The writes have to be possible.
            tx.flush();
            tx.rollBack();
          }
          return attempt;
        });
  }

  public void settle(long tenantId, Set<String> leaseEuids) {
    executeAsSystem(tenantId, leaseEuids.stream().map(SystemCaller::expire).toList());
  }

  /** Executes the engine's own actions, which listeners receive too. */
  public List<ItemOutcome> executeAsSystem(long tenantId, List<? extends SubjectCommand> commands) {
    if (commands.isEmpty()) {
      return List.of();
    }
    long began = System.nanoTime();
    var caller = SystemCaller.of(tenantId);
    var outcomes = execute(caller, commands);
    context.stats().carriedOut(caller, commands, outcomes, began);
    return outcomes;
  }

  private Attempt<List<Integer>> attempt(
      Tx tx,
      List<HashedCommand> requests,
      List<Integer> waiting,
      ItemOutcome[] outcomes,
      Set<Long> also)
      throws SQLException {
    var items = new ArrayList<BatchItem>();
    for (int i : waiting) {
      // The outcomes of an earlier attempt were rolled back with it.
      outcomes[i] = null;
      items.add(new BatchItem(i, requests.get(i)));
    }
    return attempt(tx, items, outcomes, also, false);
  }

  /**
   * @param shared whether requests of several callers are in it: an item that would have to wait,
   *     or to be repeated, is left out, and nothing blocks the attempt
   * @return the indexes of the items that were left out because their subject was named before
   */
  private Attempt<List<Integer>> attempt(
      Tx tx, List<BatchItem> items, ItemOutcome[] outcomes, Set<Long> also, boolean shared)
      throws SQLException {
    var batch = new LockedBatch(tx, context.templates());
    batch.resolve(items);
    var later = keepOnePerSubject(items);
    var clockAndIds =
        shared ? lockFree(batch, tx, items, outcomes) : lock(batch, tx, items, outcomes, also);
    batch.read(open(items, outcomes));
    if (shared) {
      items.removeIf(item -> outcomes[item.index()] == null && batch.undone(item) != null);
    }
    var unlocked = batch.unlocked(open(items, outcomes), also);
    if (!unlocked.isEmpty()) {
      return Blocked.byUnlocked(unlocked);
    }
    var lapses = new LinkedHashSet<String>();
    var writer = new BatchWriter(tx, context.templates(), clockAndIds);
    for (var item : open(items, outcomes)) {
      var input = batch.input(item, clockAndIds);
      if (ActionTable.of(item.command().action()).needs(ActionNeed.SETTLED_LAPSE)
          && input.subject() != null
          && input.lapsed()) {
        lapses.add(input.newest().euid());
      } else {
        var action = new ActionTransaction(context, tx, clockAndIds, writer, item.request());
        outcomes[item.index()] = decide(action, item, input, batch);
      }
    }
    if (!lapses.isEmpty() && !shared) {
      return Blocked.byLapses(lapses);
    }
    writer.write();
    return new Done<>(later);
  }

  /** Waits for the locks of all items that are not replays. */
  private TransactionClockAndIds lock(
      LockedBatch batch, Tx tx, List<BatchItem> items, ItemOutcome[] outcomes, Set<Long> also)
      throws SQLException {
    // Replays are also looked up before the lock, because they need not wait for it.
    var earlier = askReplay(tx, items);
    tx.flush();
    replay(items, outcomes, earlier);
    var open = open(items, outcomes);
    batch.lock(open, also);
    var clockAndIds = draw(tx, open);
    var before = askReplay(tx, open);
    batch.askSubjects(open);
    tx.flush();
    replay(open, outcomes, before);
    return clockAndIds;
  }

  /**
   * Leaves out jobs that other transactions have locked; a job that cannot exist is kept and
   * refused. All of it is read in one round trip, also for items that are left out.
   */
  private TransactionClockAndIds lockFree(
      LockedBatch batch, Tx tx, List<BatchItem> items, ItemOutcome[] outcomes) throws SQLException {
    var locking = batch.askFree(items);
    var clockAndIds = draw(tx, items);
    var before = askReplay(tx, items);
    batch.askSubjects(items);
    var free = locking.get();
    items.removeIf(item -> item.subjectUid() != null && !free.contains(item.subjectUid()));
    replay(items, outcomes, before);
    return clockAndIds;
  }

  /** Sent after the locks. */
  private TransactionClockAndIds draw(Tx tx, List<BatchItem> items) throws SQLException {
    boolean makes = BatchItem.anyNeeds(items, ActionNeed.NEW_OBJECTS);
    int perItem = makes ? IDS_PER_ITEM : 1;
    return TransactionClockAndIds.underLock(tx, context.templates(), items.size() * perItem);
  }

  private static ItemOutcome decide(
      ActionTransaction action, BatchItem item, DecisionInput input, LockedBatch batch)
      throws SQLException {
    var recorder = action.recorder();
    var decision = ActionTable.decide(input, item.command());
    if (decision instanceof RefusedDecision refused) {
      return ItemOutcome.of(refused.refusal(), about(input.subject()));
    }
    var change = (SubjectChange) decision;
    boolean mayFindNothing =
        item.command() instanceof ExpireLease || item.command() instanceof SettleDependencies;
    if (mayFindNothing && !change.changesEnvelope() && change.changedLease() == null) {
      return ItemOutcome.of(recorder.nothing(input, change));
    }
    if (change.newLease() != null) {
      batch.grant(change.newLease());
    }
    action.writer().change(input.subject().uid(), input.newest(), change);
    var answer =
        recorder.subject(RequestEvidence.of(item.request()), input, change, batch.feedKey(item));
    new CompensationEnqueue(action).after(input, change);
    return ItemOutcome.of(answer);
  }

  private static List<ItemOutcome.RefusedSubject> about(Subject subject) {
    return subject == null
        ? List.of()
        : List.of(
            new ItemOutcome.RefusedSubject(subject.euid(), subject.execution().nextQueueKey()));
  }

  /** Grouped by action, because a key is unique within one action only. */
  private static Map<ActionName, Deferred<Map<ReplayLookup.Key, List<ReplayLookup.FoundAction>>>>
      askReplay(Tx tx, List<BatchItem> items) {
    var keys =
        items.stream()
            .filter(item -> item.subjectUid() != null)
            .collect(
                Collectors.groupingBy(
                    item -> item.command().action(),
                    Collectors.mapping(SubjectPipeline::key, Collectors.toList())));
    var found =
        new HashMap<ActionName, Deferred<Map<ReplayLookup.Key, List<ReplayLookup.FoundAction>>>>();
    keys.forEach((action, some) -> found.put(action, ReplayLookup.ask(tx, action, some)));
    return found;
  }

  private static void replay(
      List<BatchItem> items,
      ItemOutcome[] outcomes,
      Map<ActionName, Deferred<Map<ReplayLookup.Key, List<ReplayLookup.FoundAction>>>> found)
      throws SQLException {
    for (var item : items) {
      var before =
          item.subjectUid() == null
              ? null
              : found.get(item.command().action()).get().get(key(item));
      if (before != null) {
        outcomes[item.index()] = item.request().replayed(before.get(0));
      }
    }
  }

  private static ReplayLookup.Key key(BatchItem item) {
    return new ReplayLookup.Key(item.subjectUid(), item.command().meta().idempotencyKey());
  }

  private static List<BatchItem> open(List<BatchItem> items, ItemOutcome[] outcomes) {
    return items.stream().filter(item -> outcomes[item.index()] == null).toList();
  }

  /**
   * Leaves one item per subject in the list; the indexes of the others are returned for the next
   * round.
   */
  private static List<Integer> keepOnePerSubject(List<BatchItem> items) {
    var seen = new HashSet<Long>();
    var later = new ArrayList<Integer>();
    items.removeIf(
        item -> {
          boolean again = item.subjectUid() != null && !seen.add(item.subjectUid());
          if (again) {
            later.add(item.index());
          }
          return again;
        });
    return later;
  }
}
