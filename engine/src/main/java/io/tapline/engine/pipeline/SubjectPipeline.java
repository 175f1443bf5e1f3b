package io.tapline.engine.pipeline;

import io.tapline.engine.command.ExpireLease;
import io.tapline.engine.command.PayloadHash;
import io.tapline.engine.command.SettleDependencies;
import io.tapline.engine.command.SubjectCommand;
import io.tapline.engine.decide.Change;
import io.tapline.engine.decide.Decide;
import io.tapline.engine.decide.Refused;
import io.tapline.engine.decide.Situation;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.Code;
import io.tapline.engine.model.Outcome;
import io.tapline.engine.model.Refusal;
import io.tapline.engine.model.Worker;
import io.tapline.engine.store.Drawn;
import io.tapline.engine.store.Replays;
import io.tapline.engine.store.Rows.SeenWorker;
import io.tapline.engine.store.Writer;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Commands about subjects, in batches: replay, lock, decide, write, record. */
final class SubjectPipeline {

  /** An item draws at most a lease, a record, a hold or dead letter, and its action. */
  private static final int IDS_PER_ITEM = 4;

  /** A lapse is settled once; a second one needs another claim in between. */
  private static final int MAX_SETTLEMENTS = 5;

  private static final Set<ActionKey> SETTLES_LAPSES =
      EnumSet.of(
          ActionKey.PLACE_EXECUTION_HOLD,
          ActionKey.REQUEUE_SUBJECT,
          ActionKey.FAIL_OVERDUE_SUBJECT,
          ActionKey.DEAD_LETTER_SUBJECT,
          ActionKey.CANCEL_SUBJECT_EXECUTION);

  private final Context context;
  private final RequestCombiner<Ask, Outcome[]> combiner;

  SubjectPipeline(Context context) {
    this.context = context;
    this.combiner = new RequestCombiner<>(this::together, ask -> ask.commands().size(), context);
  }

  /** All commands are of one action. */
  List<Outcome> run(Caller caller, List<? extends SubjectCommand> commands) {
    return run(ask(caller, commands));
  }

  Ask ask(Caller caller, List<? extends SubjectCommand> commands) {
    return new Ask(asker(caller), commands);
  }

  /** What one caller asks for; hashed on its own thread, and not while others wait. */
  record Ask(RequestCaller asker, List<? extends SubjectCommand> commands, List<String> hashes) {

    Ask(RequestCaller asker, List<? extends SubjectCommand> commands) {
      this(asker, commands, commands.stream().map(PayloadHash::of).toList());
    }

    long tenantId() {
      return asker.caller().tenantId();
    }

    Item item(int index, int command) {
      return new Item(index, asker, commands.get(command), hashes.get(command));
    }
  }

  private RequestCaller asker(Caller caller) {
    return new RequestCaller(caller, context.principals().uidOf(caller));
  }

  List<Outcome> run(Ask ask) {
    var commands = ask.commands();
    var outcomes = new Outcome[commands.size()];
    var waiting = new ArrayList<Integer>();
    for (int i = 0; i < commands.size(); i++) {
      waiting.add(i);
    }
    while (!waiting.isEmpty()) {
      // Items that share a subject go one after the other, each seeing what the one before it did.
      var later = Twins.settle(() -> round(ask, waiting, outcomes, false));
      waiting.clear();
      waiting.addAll(later);
    }
    return List.of(outcomes);
  }

  /**
   * What would become of one command now: it is carried out as ever, and rolled back. Only a lapse
   * that it meets is settled, as by whoever meets one.
   */
  Outcome rehearse(Caller caller, SubjectCommand command) {
    var outcomes = new Outcome[1];
    try {
      round(ask(caller, List.of(command)), List.of(0), outcomes, true);
    } catch (RehearsalRollback done) {
      // As it should.
    }
    return outcomes[0];
  }

  /**
   * Like {@link #run}, for few commands of a kind that is frequent: in one transaction with what
   * others ask for at the same time.
   */
  List<Outcome> runShared(Caller caller, List<? extends SubjectCommand> commands) {
    var ask = ask(caller, commands);
    var kind = new RequestCombiner.Kind(ask.tenantId(), commands.get(0).action(), null);
    var shared = combiner.ask(kind, ask);
    return shared == null ? run(ask) : complete(ask, shared);
  }

  /** Those of its commands that could not be carried out beside the others' are run alone. */
  List<Outcome> complete(Ask ask, Outcome[] shared) {
    var left = new ArrayList<SubjectCommand>();
    for (int i = 0; i < shared.length; i++) {
      if (shared[i] == null) {
        left.add(ask.commands().get(i));
      }
    }
    if (!left.isEmpty()) {
      var rest = run(new Ask(ask.asker(), left)).iterator();
      for (int i = 0; i < shared.length; i++) {
        shared[i] = shared[i] == null ? rest.next() : shared[i];
      }
    }
    return List.of(shared);
  }

  /** All in one transaction: an outcome for each command, or null where it has to be run alone. */
  private List<Outcome[]> together(List<Ask> asks) {
    return SharedTransaction.of(
        context, asks.get(0).tenantId(), asks.size(), tx -> together(tx, asks, Map.of()));
  }

  /**
   * The same within a transaction; all are of one action.
   *
   * @param workers that the transaction has locked
   */
  List<Outcome[]> together(Tx tx, List<Ask> asks, Map<SeenWorker, Worker> workers)
      throws SQLException {
    var items = new ArrayList<Item>();
    for (var ask : asks) {
      for (int i = 0; i < ask.commands().size(); i++) {
        items.add(ask.item(items.size(), i));
      }
    }
    var outcomes = new Outcome[items.size()];
    var scene = new Scene(tx, context.kinds());
    scene.know(workers);
    attempt(scene, tx, items, outcomes, Set.of(), true);
    var byAsk = new ArrayList<Outcome[]>();
    int from = 0;
    for (var ask : asks) {
      byAsk.add(Arrays.copyOfRange(outcomes, from, from + ask.commands().size()));
      from += ask.commands().size();
    }
    return byAsk;
  }

  private List<Integer> round(
      Ask ask, List<Integer> waiting, Outcome[] outcomes, boolean rehearsal) {
    var also = new HashSet<Long>();
    for (int settled = 0; ; settled++) {
      try {
        return context
            .tapDb()
            .transaction(
                ask.tenantId(),
                tx -> {
                  var later = attempt(tx, ask, waiting, outcomes, also);
                  if (rehearsal) {
                    throw new RehearsalRollback();
                  }
                  return later;
                });
      } catch (AlsoTouched touched) {
        also.addAll(touched.subjectUids());
      } catch (LapseMet lapse) {
        if (settled == MAX_SETTLEMENTS) {
          throw new IllegalStateException("leases keep lapsing: " + lapse.leaseEuids());
        }
        settle(ask.tenantId(), lapse.leaseEuids());
      }
    }
  }

  void settle(long tenantId, Set<String> leaseEuids) {
    byItself(tenantId, leaseEuids.stream().map(SystemCaller::expire).toList());
  }

  /** What nobody asked for is told like any other action. */
  List<Outcome> byItself(long tenantId, List<? extends SubjectCommand> commands) {
    long began = System.nanoTime();
    var caller = SystemCaller.of(tenantId);
    var outcomes = run(caller, commands);
    context.tally().carriedOut(caller, commands, outcomes, began);
    return outcomes;
  }

  private List<Integer> attempt(
      Tx tx, Ask ask, List<Integer> waiting, Outcome[] outcomes, Set<Long> also)
      throws SQLException {
    var items = new ArrayList<Item>();
    for (int i : waiting) {
      // What an attempt before this one decided was rolled back with it.
      outcomes[i] = null;
      items.add(ask.item(i, i));
    }
    return attempt(new Scene(tx, context.kinds()), tx, items, outcomes, also, false);
  }

  /**
   * @param shared whether several callers' requests are in it: what one of them would have to wait
   *     for is left out
   * @return the indexes of what was left out because its subject was named before
   */
  private List<Integer> attempt(
      Scene scene, Tx tx, List<Item> items, Outcome[] outcomes, Set<Long> also, boolean shared)
      throws SQLException {
    scene.resolve(items);
    var later = keepOnePerSubject(items);
    if (shared) {
      lockFree(scene, items);
    } else {
      // Before the lock, too: what was done before waits for nobody.
      replay(tx, items, outcomes);
      scene.lock(open(items, outcomes), also);
    }
    var drawn = Drawn.underLock(tx, context.kinds(), open(items, outcomes).size() * IDS_PER_ITEM);
    replay(tx, open(items, outcomes), outcomes);

    scene.read(open(items, outcomes));
    if (shared) {
      items.removeIf(item -> outcomes[item.index()] == null && scene.undone(item) != null);
    }
    var writer = new Writer(tx, context.kinds(), drawn);
    scene.requireLocked(open(items, outcomes), also);
    var lapses = new LinkedHashSet<String>();
    for (var item : open(items, outcomes)) {
      var situation = scene.situation(item, drawn);
      if (SETTLES_LAPSES.contains(item.command().action())
          && situation.subject() != null
          && situation.lapsed()) {
        lapses.add(situation.newest().euid());
      } else {
        outcomes[item.index()] = decide(tx, item, situation, scene, drawn, writer);
      }
    }
    if (!lapses.isEmpty()) {
      throw new LapseMet(lapses);
    }
    writer.write();
    return later;
  }

  /** What others have locked is left out; what cannot be there at all is not. */
  private static void lockFree(Scene scene, List<Item> items) throws SQLException {
    var free = scene.lockFree(items);
    items.removeIf(item -> item.subjectUid() != null && !free.contains(item.subjectUid()));
  }

  private Outcome decide(
      Tx tx, Item item, Situation situation, Scene scene, Drawn drawn, Writer writer)
      throws SQLException {
    var recorder = new Recorder(context, tx, item.asker(), drawn, writer);
    var decision = Decide.on(situation, item.command());
    if (decision instanceof Refused refused) {
      return Outcome.of(refused.refusal());
    }
    var change = (Change) decision;
    boolean mayFindNothing =
        item.command() instanceof ExpireLease || item.command() instanceof SettleDependencies;
    if (mayFindNothing && !change.changesEnvelope() && change.changedLease() == null) {
      return Outcome.of(recorder.nothing(item, situation, change));
    }
    if (change.newLease() != null) {
      scene.grant(change.newLease());
    }
    writer.change(situation.subject().uid(), situation.newest(), change);
    var answer = recorder.subject(item, situation, change, scene.feedKey(item));
    new Compensations(context, tx, item.asker(), drawn, writer)
        .after(situation, change, item.payloadHash(), recorder);
    return Outcome.of(answer);
  }

  private void replay(Tx tx, List<Item> items, Outcome[] outcomes) throws SQLException {
    if (items.isEmpty()) {
      return;
    }
    var action = items.get(0).command().action();
    var keys =
        items.stream().filter(item -> item.subjectUid() != null).map(SubjectPipeline::key).toList();
    Map<Replays.Key, List<Replays.Found>> found = Replays.find(tx, action, keys);
    for (var item : items) {
      var before = item.subjectUid() == null ? null : found.get(key(item));
      if (before != null) {
        outcomes[item.index()] =
            replayed(item.payloadHash(), item.command().meta().idempotencyKey(), before.get(0));
      }
    }
  }

  static Outcome replayed(String payloadHash, String idempotencyKey, Replays.Found before) {
    return payloadHash.equals(before.note().payloadHash())
        ? Outcome.of(io.tapline.engine.model.Answer.of(before.actionEuid(), before.note(), true))
        : Outcome.of(conflict(idempotencyKey, before));
  }

  static Refusal conflict(String idempotencyKey, Replays.Found before) {
    return Refusal.of(
        Code.IDEMPOTENCY_CONFLICT,
        "idempotency_key "
            + idempotencyKey
            + " was used before for another payload (action "
            + before.actionEuid()
            + ")");
  }

  private static Replays.Key key(Item item) {
    return new Replays.Key(item.subjectUid(), item.command().meta().idempotencyKey());
  }

  private static List<Item> open(List<Item> items, Outcome[] outcomes) {
    return items.stream().filter(item -> outcomes[item.index()] == null).toList();
  }

  /**
   * Leaves one item per subject in the list; the indexes of the others are returned for the next
   * round.
   */
  private static List<Integer> keepOnePerSubject(List<Item> items) {
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
