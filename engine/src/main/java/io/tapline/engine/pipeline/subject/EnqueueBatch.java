package io.tapline.engine.pipeline.subject;

import io.tapline.api.Code;
import io.tapline.api.Refusal;
import io.tapline.api.request.Command;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.Prepare;
import io.tapline.engine.decide.Decision;
import io.tapline.engine.decide.DecisionInputBuilder;
import io.tapline.engine.decide.EnqueueSubject;
import io.tapline.engine.decide.RefusedDecision;
import io.tapline.engine.decide.SubjectChange;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.ObjectRef;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.TenantSetting;
import io.tapline.engine.pipeline.ActionRecorder.SentSubject;
import io.tapline.engine.pipeline.ActionTransaction;
import io.tapline.engine.pipeline.HashedCommand;
import io.tapline.engine.pipeline.PipelineContext;
import io.tapline.engine.pipeline.RequestEvidence;
import io.tapline.engine.store.BatchWriter;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.ReplayLookup;
import io.tapline.engine.store.SubjectProperties;
import io.tapline.engine.store.SubjectRow;
import io.tapline.engine.store.TenantSettings;
import io.tapline.engine.store.TransactionClockAndIds;
import io.tapline.tapdb.Deferred;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.Template;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * New jobs of one transaction, and prepared ones that are routed to a queue. Replays are answered
 * from their evidence; the others are decided and written.
 */
final class EnqueueBatch {

  /** Subject, large properties and action. */
  private static final int IDS_PER_ITEM = 3;

  private final PipelineContext context;
  private final Tx tx;
  private final List<HashedCommand> requests;
  private final List<Command> commands;
  private final ItemOutcome[] outcomes;
  private final DecisionRows rows;
  private final JobLinks ties;
  private final Map<ReplayLookup.Key, Integer> first = new HashMap<>();
  private Map<String, Queue> queues = Map.of();
  private List<TenantSetting> substrate = List.of();

  /** Drawn before the requests are read, if none of them takes a lock. */
  private TransactionClockAndIds drawn;

  private Map<Long, JsonNode> properties = Map.of();

  EnqueueBatch(PipelineContext context, Tx tx, List<HashedCommand> requests) {
    this.context = context;
    this.tx = tx;
    this.requests = requests;
    this.commands = requests.stream().map(HashedCommand::command).toList();
    this.outcomes = new ItemOutcome[commands.size()];
    this.rows = new DecisionRows(tx, context.templates());
    this.ties = new JobLinks(tx, context.templates());
  }

  List<ItemOutcome> execute() throws SQLException {
    find();
    replay();
    takeNewWork();
    decide();
    return List.of(outcomes);
  }

  /**
   * Reads the queues, the kill switch, and the clock and identifiers in one round trip. Requests
   * that take locks read the clock afterwards.
   */
  private void find() throws SQLException {
    var keys = new HashSet<String>();
    for (var command : commands) {
      if (command instanceof Enqueue enqueue) {
        keys.add(enqueue.queueKey());
      }
    }
    var reading = rows.queues().askByKey(keys);
    var settings =
        commands.get(0) instanceof Enqueue
            ? TenantSettings.askSubstrate(tx, context.templates())
            : Deferred.of(substrate);
    if (commands.stream().allMatch(EnqueuePipeline::takesNoLocks)) {
      drawn = draw();
    }
    tx.flush();
    queues = reading.get();
    substrate = settings.get();
  }

  private TransactionClockAndIds draw() throws SQLException {
    return TransactionClockAndIds.underLock(
        tx, context.templates(), commands.size() * IDS_PER_ITEM);
  }

  /** A second occurrence in one batch is a replay too. */
  private void replay() throws SQLException {
    var keys = new ArrayList<ReplayLookup.Key>();
    for (int i = 0; i < commands.size(); i++) {
      var key = key(i);
      if (key != null) {
        keys.add(key);
        keys.addAll(earlier(i));
        first.putIfAbsent(key, i);
      }
    }
    var found = ReplayLookup.find(tx, commands.get(0).action(), keys);
    for (int i = 0; i < commands.size(); i++) {
      var key = key(i);
      if (key == null) {
        continue;
      }
      var before =
          Stream.concat(Stream.of(key), earlier(i).stream())
              .filter(found::containsKey)
              .findFirst()
              .orElse(null);
      if (before != null) {
        outcomes[i] = requests.get(i).replayed(found.get(before).get(0));
      }
    }
  }

  /** Finds this request in the retired queues whose key the queue took over. */
  private List<ReplayLookup.Key> earlier(int i) {
    var command = commands.get(i);
    var queue =
        command instanceof Enqueue enqueue && enqueue.subjectEuid() == null
            ? queues.get(enqueue.queueKey())
            : null;
    return queue == null || queue.policy().predecessorEuids() == null
        ? List.of()
        : queue.policy().predecessorEuids().stream()
            .map(
                euid ->
                    new ReplayLookup.Key(EuidMint.uidOrNull(euid), command.meta().idempotencyKey()))
            .toList();
  }

  /** The kill switch: replays are still answered, and no new work is accepted. */
  private void takeNewWork() {
    if (substrate.stream().allMatch(setting -> setting.note().enabled())) {
      return;
    }
    for (int i = 0; i < outcomes.length; i++) {
      if (outcomes[i] == null) {
        outcomes[i] = ItemOutcome.of(EnqueuePipeline.SUBSTRATE_DISABLED);
      }
    }
  }

  private void decide() throws SQLException {
    var existing = new TreeSet<Long>();
    var fresh = new ArrayList<Enqueue>();
    for (int i = 0; i < commands.size(); i++) {
      if (outcomes[i] == null && commands.get(i) instanceof Enqueue enqueue) {
        fresh.add(enqueue);
        if (EuidMint.uidOrNull(enqueue.subjectEuid()) != null) {
          existing.add(EuidMint.uidOrNull(enqueue.subjectEuid()));
        }
      }
    }
    rows.lockSubjects(existing);
    ties.share(fresh);
    var clockAndIds = drawn != null ? drawn : draw();
    if (!existing.isEmpty()) {
      replay();
    }
    var facts = new HashMap<>(rows.subjects(existing));
    properties = SubjectProperties.read(tx, existing);
    var writer = new BatchWriter(tx, context.templates(), clockAndIds);
    for (int i = 0; i < commands.size(); i++) {
      if (outcomes[i] == null) {
        var action = new ActionTransaction(context, tx, clockAndIds, writer, requests.get(i));
        outcomes[i] = decide(action, i, facts);
      }
    }
    writer.write();
  }

  private ItemOutcome decide(ActionTransaction action, int i, Map<Long, SubjectRow> facts)
      throws SQLException {
    var command = commands.get(i);
    var key = key(i);
    if (key != null && first.get(key) != i) {
      return again(i, first.get(key), key);
    }
    if (command instanceof Enqueue enqueue && enqueue.subjectEuid() != null) {
      return route(action, enqueue, facts);
    }
    var code =
        command instanceof Enqueue enqueue
            ? enqueue.templateCode()
            : ((Prepare) command).templateCode();
    var template = context.templates().find(tx, code);
    if (template == null || !template.workBearing()) {
      return ItemOutcome.of(Refusal.unknown("template_code", "work-bearing template " + code));
    }
    var untied = command instanceof Enqueue enqueue ? ties.refusal(enqueue) : null;
    if (untied != null) {
      return ItemOutcome.of(untied);
    }
    Decision decision =
        command instanceof Enqueue enqueue
            ? EnqueueSubject.create(enqueue, queues.get(enqueue.queueKey()), action.now())
            : EnqueueSubject.prepare((Prepare) command, action.now());
    return decision instanceof RefusedDecision refused
        ? ItemOutcome.of(refused.refusal())
        : ItemOutcome.of(create(action, template, (SubjectChange) decision));
  }

  private ItemOutcome again(int i, int original, ReplayLookup.Key key) {
    if (!requests.get(i).hash().equals(requests.get(original).hash())) {
      return ItemOutcome.of(
          Refusal.of(
              Code.IDEMPOTENCY_CONFLICT,
              "idempotency_key "
                  + key.idempotencyKey()
                  + " occurs twice in this batch, with different payloads"));
    }
    var before = outcomes[original];
    return before.refused() ? before : ItemOutcome.of(before.answer().again());
  }

  private ActionAnswer create(ActionTransaction action, Template template, SubjectChange change)
      throws SQLException {
    var command = action.request().command();
    var enqueue = command instanceof Enqueue e ? e : null;
    var properties = enqueue != null ? enqueue.properties() : ((Prepare) command).properties();
    var name = enqueue != null ? enqueue.subjectName() : ((Prepare) command).subjectName();
    var subject = action.clockAndIds().next(template);
    action.writer().create(subject, template, name, properties, change);
    if (enqueue != null) {
      JobLinks.link(enqueue, subject.uid(), action.writer());
    }
    var queue = enqueue == null ? null : queues.get(enqueue.queueKey());
    return record(
        action, new SentSubject(subject, queue, change, null), queue == null ? "actor" : "queue");
  }

  private ItemOutcome route(ActionTransaction action, Enqueue enqueue, Map<Long, SubjectRow> facts)
      throws SQLException {
    var clockAndIds = action.clockAndIds();
    var row = facts.get(EuidMint.uidOrNull(enqueue.subjectEuid()));
    if (row != null && !row.subject().euid().equals(enqueue.subjectEuid())) {
      row = null;
    }
    var input =
        DecisionInputBuilder.builder()
            .caller(action.caller())
            .actorUid(action.request().actorUid())
            .subject(row == null ? null : row.subject())
            .named(queues)
            .activeHolds(List.of())
            .outputs(Map.of())
            .now(row == null ? clockAndIds.now() : clockAndIds.now(row))
            .draw(clockAndIds)
            .build();
    var decision =
        EnqueueSubject.route(
            input, enqueue, row == null ? null : properties.get(row.subject().uid()));
    if (decision instanceof RefusedDecision refused) {
      return ItemOutcome.of(refused.refusal());
    }
    var change = (SubjectChange) decision;
    action.writer().change(row.subject().uid(), row.newest(), change);
    // A later item of the batch that names it continues from here.
    facts.put(row.subject().uid(), row.after(change.after()));
    var ref = new ObjectRef(row.subject().uid(), row.subject().euid());
    var queue = queues.get(enqueue.queueKey());
    return ItemOutcome.of(record(action, new SentSubject(ref, queue, change, row.feedKey()), null));
  }

  private static ActionAnswer record(ActionTransaction action, SentSubject sent, String target)
      throws SQLException {
    var request = action.request();
    return action
        .recorder()
        .sent(RequestEvidence.of(request.command(), request.hash(), target), sent, null);
  }

  /**
   * The key of new work belongs to its queue, that of a prepared job to the job. A preparation
   * names no existing object, so its key belongs to the caller.
   */
  private ReplayLookup.Key key(int i) {
    var command = commands.get(i);
    Long target = null;
    if (command instanceof Enqueue enqueue) {
      var queue = queues.get(enqueue.queueKey());
      target =
          enqueue.subjectEuid() != null
              ? EuidMint.uidOrNull(enqueue.subjectEuid())
              : queue == null ? null : queue.uid();
    } else if (command instanceof Prepare) {
      target = requests.get(i).actorUid();
    }
    return target == null ? null : new ReplayLookup.Key(target, command.meta().idempotencyKey());
  }
}
