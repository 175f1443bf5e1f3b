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

  EnqueuePipeline(Context context) {
    this.context = context;
  }

  /** All commands are {@link Enqueue}, or all are {@link Prepare}. */
  List<Outcome> run(Caller caller, List<? extends Command> commands) {
    long actorUid = context.principals().uidOf(caller);
    return Twins.settle(
        () ->
            context
                .tapDb()
                .transaction(caller.tenantId(), tx -> attempt(tx, caller, actorUid, commands)));
  }

  /** Commits with the caller's own work, or not at all. */
  List<Outcome> within(Connection callers, Caller caller, List<Enqueue> commands)
      throws SQLException {
    TapDb.requireTransaction(callers);
    long actorUid = context.principals().uidOf(caller);
    for (int attempt = 1; ; attempt++) {
      // A twin that commits first must not cost the caller's transaction.
      var savepoint = callers.setSavepoint();
      try {
        var outcomes =
            context
                .tapDb()
                .within(callers, caller.tenantId(), tx -> attempt(tx, caller, actorUid, commands));
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

  List<Outcome> attempt(Tx tx, Caller caller, long actorUid, List<? extends Command> commands)
      throws SQLException {
    var batch = new Batch(tx, caller, actorUid, commands);
    batch.find();
    batch.replay();
    batch.takeNewWork();
    batch.decide();
    return List.of(batch.outcomes);
  }

  /** One batch on its way. */
  private final class Batch {
    private final Tx tx;
    private final Caller caller;
    private final long actorUid;
    private final List<? extends Command> commands;
    private final Outcome[] outcomes;
    private final Rows rows;
    private final JobTies ties;
    private final String[] hashes;
    private final Map<Replays.Key, Integer> first = new HashMap<>();
    private Map<String, Queue> queues = Map.of();
    private Map<Long, JsonNode> properties = Map.of();

    Batch(Tx tx, Caller caller, long actorUid, List<? extends Command> commands) {
      this.tx = tx;
      this.caller = caller;
      this.actorUid = actorUid;
      this.commands = commands;
      this.outcomes = new Outcome[commands.size()];
      this.hashes = commands.stream().map(PayloadHash::of).toArray(String[]::new);
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
        var key = key(commands.get(i));
        if (key != null) {
          keys.add(key);
          first.putIfAbsent(key, i);
        }
      }
      var found = Replays.find(tx, commands.get(0).action(), keys);
      for (int i = 0; i < commands.size(); i++) {
        var key = key(commands.get(i));
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
      var key = key(command);
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
              caller,
              actorUid,
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
      writer.change(row.subject().uid(), change);
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
      return new Recorder(context, tx, caller, actorUid, drawn, writer)
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
    private Replays.Key key(Command command) {
      Long target = null;
      if (command instanceof Enqueue enqueue) {
        var queue = queues.get(enqueue.queueKey());
        target =
            enqueue.subjectEuid() != null
                ? Scene.uid(enqueue.subjectEuid())
                : queue == null ? null : queue.uid();
      } else if (command instanceof Prepare) {
        target = actorUid;
      }
      return target == null ? null : new Replays.Key(target, command.meta().idempotencyKey());
    }
  }
}
