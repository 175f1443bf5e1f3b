package io.tapline.engine.pipeline;

import io.tapline.engine.command.Command;
import io.tapline.engine.command.Enqueue;
import io.tapline.engine.command.PayloadHash;
import io.tapline.engine.command.Prepare;
import io.tapline.engine.decide.Change;
import io.tapline.engine.decide.Decision;
import io.tapline.engine.decide.EnqueueSubject;
import io.tapline.engine.decide.Refused;
import io.tapline.engine.decide.Situation;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.Answer;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.Code;
import io.tapline.engine.model.Outcome;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.Ref;
import io.tapline.engine.model.Refusal;
import io.tapline.engine.model.Setting;
import io.tapline.engine.store.Drawn;
import io.tapline.engine.store.Properties;
import io.tapline.engine.store.Replays;
import io.tapline.engine.store.Rows;
import io.tapline.engine.store.Settings;
import io.tapline.engine.store.Writer;
import io.tapline.tapdb.StoreException;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.Template;
import io.tapline.tapdb.Tx;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * New subjects, and prepared ones routed, in batches; alone, or inside the caller's own
 * transaction.
 */
final class EnqueuePipeline {

  /** Subject, bulky properties and action. */
  private static final int IDS_PER_ITEM = 3;

  private static final int TRIES = 3;

  static final Refusal SUBSTRATE_DISABLED =
      Refusal.of(
          Code.SUBSTRATE_DISABLED,
          "new work is refused: the switch "
              + Setting.SUBSTRATE
              + " is off; an admin turns it on again");

  private final Context context;
  private final RequestCombiner<List<Asked>, List<Outcome>> combiner;

  EnqueuePipeline(Context context) {
    this.context = context;
    this.combiner = new RequestCombiner<>(this::together, List::size, context);
  }

  /** All commands are {@link Enqueue}, or all are {@link Prepare}. */
  List<Outcome> run(Caller caller, List<? extends Command> commands) {
    return run(asked(caller, commands));
  }

  /** A command, and who gave it; hashed on that one's thread, and not while others wait. */
  private record Asked(RequestCaller asker, Command command, String hash) {

    static List<Asked> of(RequestCaller asker, List<? extends Command> commands) {
      return commands.stream()
          .map(command -> new Asked(asker, command, PayloadHash.of(command)))
          .toList();
    }
  }

  private List<Asked> asked(Caller caller, List<? extends Command> commands) {
    return Asked.of(new RequestCaller(caller, context.principals().uidOf(caller)), commands);
  }

  private List<Outcome> run(List<Asked> asked) {
    long tenantId = asked.get(0).asker().caller().tenantId();
    return Twins.settle(() -> context.tapDb().transaction(tenantId, tx -> attempt(tx, asked)));
  }

  /**
   * Like {@link #run}, for few commands: in one transaction with what others enqueue at the same
   * time. Work that is there already, or is tied to other work, takes locks and is run alone.
   */
  List<Outcome> runShared(Caller caller, List<? extends Command> commands) {
    var asked = asked(caller, commands);
    if (!commands.stream().allMatch(EnqueuePipeline::takesNoLocks)) {
      return run(asked);
    }
    var kind = new RequestCombiner.Kind(caller.tenantId(), ActionKey.ENQUEUE_SUBJECT, null);
    var shared = combiner.ask(kind, asked);
    return shared == null ? run(asked) : shared;
  }

  private static boolean takesNoLocks(Command command) {
    return command instanceof Enqueue enqueue
        && enqueue.subjectEuid() == null
        && enqueue.ties() == null;
  }

  /** All in one transaction; null for one that uses a key of another's, which has to be first. */
  private List<List<Outcome>> together(List<List<Asked>> asks) {
    var keys = new HashSet<List<String>>();
    var all = new ArrayList<Asked>();
    var places = new ArrayList<Integer>();
    for (var ask : asks) {
      var own = ask.stream().map(EnqueuePipeline::keyInQueue).toList();
      boolean alone = own.stream().anyMatch(keys::contains);
      places.add(alone ? null : all.size());
      if (!alone) {
        all.addAll(ask);
        keys.addAll(own);
      }
    }
    long tenantId = all.get(0).asker().caller().tenantId();
    var outcomes = SharedTransaction.of(context, tenantId, asks.size(), tx -> attempt(tx, all));
    var byAsk = new ArrayList<List<Outcome>>();
    for (int i = 0; i < asks.size(); i++) {
      var from = places.get(i);
      byAsk.add(from == null ? null : outcomes.subList(from, from + asks.get(i).size()));
    }
    return byAsk;
  }

  private static List<String> keyInQueue(Asked asked) {
    var enqueue = (Enqueue) asked.command();
    return List.of(enqueue.queueKey(), enqueue.meta().idempotencyKey());
  }

  /** Commits with the caller's own work, or not at all. */
  List<Outcome> within(Connection callers, Caller caller, List<Enqueue> commands)
      throws SQLException {
    TapDb.requireTransaction(callers);
    var asked = asked(caller, commands);
    for (int attempt = 1; ; attempt++) {
      // A twin that commits first must not cost the caller's transaction.
      var savepoint = callers.setSavepoint();
      try {
        var outcomes = context.tapDb().within(callers, caller.tenantId(), tx -> attempt(tx, asked));
        callers.releaseSavepoint(savepoint);
        return outcomes;
      } catch (SQLException e) {
        callers.rollback(savepoint);
        if (!new StoreException(e).isUniqueViolation() || attempt == TRIES) {
          throw e;
        }
      }
    }
  }

  /** Inside a transaction that others have begun. */
  List<Outcome> attempt(Tx tx, RequestCaller asker, List<? extends Command> commands)
      throws SQLException {
    return attempt(tx, Asked.of(asker, commands));
  }

  private List<Outcome> attempt(Tx tx, List<Asked> asked) throws SQLException {
    var batch = new Batch(tx, asked);
    batch.find();
    batch.replay();
    batch.takeNewWork();
    batch.decide();
    return List.of(batch.outcomes);
  }

  /** One batch on its way. */
  private final class Batch {
    private final Tx tx;
    private final List<Asked> asked;
    private final List<Command> commands;
    private final Outcome[] outcomes;
    private final Rows rows;
    private final JobTies ties;
    private final String[] hashes;
    private final Map<Replays.Key, Integer> first = new HashMap<>();
    private Map<String, Queue> queues = Map.of();
    private Map<Long, JsonNode> properties = Map.of();

    Batch(Tx tx, List<Asked> asked) {
      this.tx = tx;
      this.asked = asked;
      this.commands = asked.stream().map(Asked::command).toList();
      this.outcomes = new Outcome[commands.size()];
      this.hashes = asked.stream().map(Asked::hash).toArray(String[]::new);
      this.rows = new Rows(tx, context.kinds());
      this.ties = new JobTies(tx, context.kinds());
    }

    void find() throws SQLException {
      var keys = new HashSet<String>();
      for (var command : commands) {
        if (command instanceof Enqueue enqueue) {
          keys.add(enqueue.queueKey());
        }
      }
      queues = rows.queuesByKey(keys);
    }

    /** Twice in one batch is a replay too. */
    void replay() throws SQLException {
      var keys = new ArrayList<Replays.Key>();
      for (int i = 0; i < commands.size(); i++) {
        var key = key(i);
        if (key != null) {
          keys.add(key);
          first.putIfAbsent(key, i);
        }
      }
      var found = Replays.find(tx, commands.get(0).action(), keys);
      for (int i = 0; i < commands.size(); i++) {
        var key = key(i);
        if (key != null && found.containsKey(key)) {
          outcomes[i] =
              SubjectPipeline.replayed(hashes[i], key.idempotencyKey(), found.get(key).get(0));
        }
      }
    }

    /** The kill switch: what was taken before is still answered, nothing new is taken. */
    void takeNewWork() throws SQLException {
      if (!(commands.get(0) instanceof Enqueue) || Settings.substrateEnabled(tx, context.kinds())) {
        return;
      }
      for (int i = 0; i < outcomes.length; i++) {
        if (outcomes[i] == null) {
          outcomes[i] = Outcome.of(SUBSTRATE_DISABLED);
        }
      }
    }

    void decide() throws SQLException {
      var existing = new TreeSet<Long>();
      var fresh = new ArrayList<Enqueue>();
      for (int i = 0; i < commands.size(); i++) {
        if (outcomes[i] == null && commands.get(i) instanceof Enqueue enqueue) {
          fresh.add(enqueue);
          if (Scene.uid(enqueue.subjectEuid()) != null) {
            existing.add(Scene.uid(enqueue.subjectEuid()));
          }
        }
      }
      rows.lockSubjects(existing);
      ties.share(fresh);
      var drawn = Drawn.underLock(tx, context.kinds(), commands.size() * IDS_PER_ITEM);
      if (!existing.isEmpty()) {
        replay();
      }
      var facts = new HashMap<>(rows.subjects(existing));
      properties = Properties.read(tx, existing);
      var writer = new Writer(tx, context.kinds(), drawn);
      for (int i = 0; i < commands.size(); i++) {
        if (outcomes[i] == null) {
          outcomes[i] = decide(i, facts, drawn, writer);
        }
      }
      writer.write();
    }

    private Outcome decide(int i, Map<Long, Rows.SubjectRow> facts, Drawn drawn, Writer writer)
        throws SQLException {
      var command = commands.get(i);
      var key = key(i);
      if (key != null && first.get(key) != i) {
        return again(i, first.get(key), key);
      }
      if (command instanceof Enqueue enqueue && enqueue.subjectEuid() != null) {
        return route(i, enqueue, facts, drawn, writer);
      }
      var code =
          command instanceof Enqueue enqueue
              ? enqueue.templateCode()
              : ((Prepare) command).templateCode();
      var template = context.kinds().find(tx, code);
      if (template == null || !template.workBearing()) {
        return Outcome.of(Refusal.unknown("template_code", "work-bearing template " + code));
      }
      var untied = command instanceof Enqueue enqueue ? ties.refusal(enqueue) : null;
      if (untied != null) {
        return Outcome.of(untied);
      }
      Decision decision =
          command instanceof Enqueue enqueue
              ? EnqueueSubject.create(enqueue, queues.get(enqueue.queueKey()), drawn.now())
              : EnqueueSubject.prepare((Prepare) command, drawn.now());
      return decision instanceof Refused refused
          ? Outcome.of(refused.refusal())
          : Outcome.of(create(i, template, (Change) decision, drawn, writer));
    }

    private Outcome again(int i, int original, Replays.Key key) {
      if (!hashes[i].equals(hashes[original])) {
        return Outcome.of(
            Refusal.of(
                Code.IDEMPOTENCY_CONFLICT,
                "idempotency_key "
                    + key.idempotencyKey()
                    + " is twice in this batch, with different payloads"));
      }
      var before = outcomes[original];
      return before.refused() ? before : Outcome.of(before.answer().again());
    }

    private Answer create(int i, Template template, Change change, Drawn drawn, Writer writer)
        throws SQLException {
      var command = commands.get(i);
      var enqueue = command instanceof Enqueue e ? e : null;
      var properties = enqueue != null ? enqueue.properties() : ((Prepare) command).properties();
      var name = enqueue != null ? enqueue.subjectName() : ((Prepare) command).subjectName();
      var subject = drawn.next(template);
      Birth.write(context.kinds(), tx, drawn, writer, subject, template, name, properties, change);
      if (enqueue != null) {
        JobTies.link(enqueue, subject.uid(), writer);
      }
      var queue = enqueue == null ? null : queues.get(enqueue.queueKey());
      return record(
          i, subject, queue, change, queue == null ? "actor" : "queue", null, drawn, writer);
    }

    private Outcome route(
        int i, Enqueue enqueue, Map<Long, Rows.SubjectRow> facts, Drawn drawn, Writer writer)
        throws SQLException {
      var row = facts.get(Scene.uid(enqueue.subjectEuid()));
      if (row != null && !row.subject().euid().equals(enqueue.subjectEuid())) {
        row = null;
      }
      var situation =
          new Situation(
              asked.get(i).asker().caller(),
              asked.get(i).asker().actorUid(),
              row == null ? null : row.subject(),
              null,
              null,
              null,
              null,
              null,
              null,
              null,
              null,
              queues,
              List.of(),
              null,
              null,
              Map.of(),
              drawn.now(),
              drawn);
      var decision =
          EnqueueSubject.route(
              situation, enqueue, row == null ? null : properties.get(row.subject().uid()));
      if (decision instanceof Refused refused) {
        return Outcome.of(refused.refusal());
      }
      var change = (Change) decision;
      writer.change(row.subject().uid(), row.newest(), change);
      // Named again in this batch, it is where this item has sent it.
      facts.put(row.subject().uid(), row.after(change.after()));
      return Outcome.of(
          record(
              i,
              new Ref(row.subject().uid(), row.subject().euid()),
              queues.get(enqueue.queueKey()),
              change,
              null,
              row.feedKey(),
              drawn,
              writer));
    }

    private Answer record(
        int i,
        Ref subject,
        Queue queue,
        Change change,
        String target,
        Long feedKey,
        Drawn drawn,
        Writer writer)
        throws SQLException {
      return new Recorder(context, tx, asked.get(i).asker(), drawn, writer)
          .sent(
              Request.of(commands.get(i), hashes[i]),
              subject,
              queue,
              change,
              target,
              feedKey,
              null);
    }

    /**
     * New work belongs to its queue, a prepared subject to itself. Preparation names nothing that
     * exists, so it belongs to who asked.
     */
    private Replays.Key key(int i) {
      var command = commands.get(i);
      Long target = null;
      if (command instanceof Enqueue enqueue) {
        var queue = queues.get(enqueue.queueKey());
        target =
            enqueue.subjectEuid() != null
                ? Scene.uid(enqueue.subjectEuid())
                : queue == null ? null : queue.uid();
      } else if (command instanceof Prepare) {
        target = asked.get(i).asker().actorUid();
      }
      return target == null ? null : new Replays.Key(target, command.meta().idempotencyKey());
    }
  }
}
