package io.tapline.engine.pipeline;

import io.tapline.engine.action.SubjectDecision;
import io.tapline.engine.command.EnqueueBuilder;
import io.tapline.engine.command.EnqueueLinks;
import io.tapline.engine.command.PerformAction;
import io.tapline.engine.command.Prepare;
import io.tapline.engine.command.RequestMeta;
import io.tapline.engine.command.SubjectCommand;
import io.tapline.engine.command.Validation;
import io.tapline.engine.decide.DecisionInput;
import io.tapline.engine.decide.EnqueueSubject;
import io.tapline.engine.decide.LinkTypes;
import io.tapline.engine.decide.RefusedDecision;
import io.tapline.engine.decide.SubjectChange;
import io.tapline.engine.domain.ActionPlan;
import io.tapline.engine.domain.ExistingObject;
import io.tapline.engine.domain.LinkableObject;
import io.tapline.engine.domain.NewObject;
import io.tapline.engine.domain.SubjectStep;
import io.tapline.engine.domain.SubjectStepCompleteBuilder;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.ActionNoteBuilder;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.ObjectRef;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.Refusal;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.store.ActionEntryBuilder;
import io.tapline.engine.store.BatchWriter;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.TemplateCache;
import io.tapline.engine.store.TransactionClockAndIds;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.Link;
import io.tapline.tapdb.StorageClass;
import io.tapline.tapdb.Template;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Carries out what an action of a pack decided: its steps by the engine's own decisions. */
final class PlanWriter {

  /** A step draws at most a record, a hold or dead letter, and its action. */
  private static final int IDS_PER_STEP = 4;

  /** Kinds of object by which the engine knows who is who. */
  private static final List<String> RESERVED = List.of("data/execution/", "data/system/", "actor/");

  /** Itself, bulky properties, and its action. */
  private static final int IDS_PER_OBJECT = 3;

  private final PipelineContext context;
  private final Tx tx;
  private final RequestCaller asker;
  private final PerformAction command;
  private final String workerEuid;
  private final String hash;
  private final Map<Long, String> leases;
  private final TransactionClockAndIds clockAndIds;
  private final boolean ofMany;
  private final BatchWriter writer;
  private final ActionRecorder recorder;
  private final Map<NewObject, ObjectRef> refs = new LinkedHashMap<>();
  private final Map<NewObject, Template> templates = new HashMap<>();
  private Map<String, Queue> queues = Map.of();

  /** One step, judged. */
  private record JudgedStep(
      SubjectStep step, DecisionInput situation, SubjectChange change, Long feedKey) {}

  PlanWriter(
      PipelineContext context,
      Tx tx,
      RequestCaller asker,
      PerformAction command,
      String workerEuid,
      String hash,
      Map<Long, String> leases,
      TransactionClockAndIds clockAndIds,
      boolean ofMany) {
    this.context = context;
    this.tx = tx;
    this.asker = asker;
    this.command = command;
    this.workerEuid = workerEuid;
    this.hash = hash;
    this.leases = leases;
    this.clockAndIds = clockAndIds;
    this.ofMany = ofMany;
    this.writer = new BatchWriter(tx, context.kinds(), clockAndIds);
    this.recorder = new ActionRecorder(context, tx, asker, clockAndIds, writer);
  }

  ActionAnswer carryOut(ActionPlan plan, ExistingObject subject) throws SQLException {
    if (plan.made().size() > ActionPlan.MAX_MADE) {
      throw refused(
          Refusal.invalid(
              "body",
              "it would make " + plan.made().size() + " objects; most " + ActionPlan.MAX_MADE));
    }
    draw(plan);
    var judged = judge(plan);
    var undoing = new CompensationEnqueue(context, tx, asker, clockAndIds, writer);
    var born = born(plan, subject);
    for (var one : judged) {
      writer.change(one.step().subject().uid(), one.situation().newest(), one.change());
      undoing.after(one.situation(), one.change(), hash, recorder);
      outputs(one);
    }
    for (var plannedLink : plan.ties()) {
      writer.link(
          new Link(
              uid(plannedLink.parent()), plannedLink.relationship(), uid(plannedLink.child())));
    }
    for (var change : plan.changed().entrySet()) {
      reshape(change.getKey(), change.getValue());
    }
    var answer = record(plan, subject, judged, born);
    // What bears work has an action of its own; whatever else was made is linked to this one.
    for (var made : refs.entrySet()) {
      if (!born.containsKey(made.getKey())) {
        writer.link(
            new Link(
                NamedObjects.uid(answer.actionEuid()),
                LinkTypes.EXECUTED_ON,
                made.getValue().uid()));
      }
    }
    writer.write();
    return answer;
  }

  private void draw(ActionPlan plan) throws SQLException {
    for (var newObject : plan.made()) {
      templates.put(newObject, template(newObject.templateCode()));
    }
    int ids =
        plan.steps().size() * IDS_PER_STEP
            + plan.made().size() * IDS_PER_OBJECT
            + plan.changed().size() * IDS_PER_OBJECT
            + 1;
    clockAndIds.more(tx, ids);
    for (var newObject : plan.made()) {
      refs.put(newObject, clockAndIds.next(templates.get(newObject)));
    }
  }

  /**
   * One of the trade's own: queues, leases, tokens and the like are made by nobody but the engine.
   */
  private Template template(String code) throws SQLException {
    var template = context.kinds().find(tx, code);
    boolean own =
        template != null
            && (template.workBearing()
                || template.storageClass() == StorageClass.REGISTRY
                    && RESERVED.stream().noneMatch(code::startsWith));
    if (!own) {
      throw refused(Refusal.unknown("template_code", "template " + code + " for such an object"));
    }
    return template;
  }

  /** By kind of step: what has to be read depends on it. */
  private List<JudgedStep> judge(ActionPlan plan) throws SQLException {
    var byKind = new LinkedHashMap<ActionKey, List<SubjectStep>>();
    var commands = new HashMap<SubjectStep, SubjectCommand>();
    for (var step : plan.steps()) {
      var own = StepCommands.command(step, command, workerEuid, leases.get(step.subject().uid()));
      commands.put(step, own);
      byKind.computeIfAbsent(own.action(), key -> new ArrayList<>()).add(step);
    }
    var judged = new ArrayList<JudgedStep>();
    for (var steps : byKind.values()) {
      var items = StepCommands.items(asker, steps.stream().map(commands::get).toList(), hash);
      var batch = StepCommands.scene(context, tx, items);
      batch.perform(command.action());
      for (var item : items) {
        judged.add(judge(steps.get(item.index()), item, batch));
      }
    }
    return judged;
  }

  private JudgedStep judge(SubjectStep step, BatchItem item, LockedBatch batch)
      throws SQLException {
    var wrong = Validation.refusal(item.command());
    if (wrong != null) {
      throw refused(wrong);
    }
    var input = batch.situation(item, clockAndIds);
    boolean meetsLapses = step instanceof SubjectStep.Cancel || step instanceof SubjectStep.Send;
    if (meetsLapses && input.subject() != null && input.lapsed()) {
      throw new LapsedLeaseFound(java.util.Set.of(input.newest().euid()));
    }
    var decision =
        step instanceof SubjectStep.Send sent
            ? QueuePlacement.decide(context, tx, command, sent, input, item.command())
            : SubjectDecision.on(input, item.command());
    if (decision instanceof RefusedDecision refused) {
      throw refused(refused.refusal());
    }
    return new JudgedStep(step, input, (SubjectChange) decision, batch.feedKey(item));
  }

  /** Envelopes of what bears work, by the same decisions as any new work. */
  private Map<NewObject, SubjectChange> born(ActionPlan plan, ExistingObject subject)
      throws SQLException {
    var keys = new HashSet<String>();
    plan.made().stream()
        .map(NewObject::queueKey)
        .filter(java.util.Objects::nonNull)
        .forEach(keys::add);
    queues = new DecisionRows(tx, context.kinds()).queuesByKey(keys);
    var born = new LinkedHashMap<NewObject, SubjectChange>();
    for (var newObject : plan.made()) {
      var template = templates.get(newObject);
      if (template.workBearing()) {
        born.put(newObject, envelope(newObject, subject == null ? null : subject.execution()));
        SubjectInsert.write(
            context.kinds(),
            tx,
            clockAndIds,
            writer,
            refs.get(newObject),
            template,
            newObject.name(),
            newObject.properties(),
            born.get(newObject));
      } else {
        writer.register(refs.get(newObject), template, newObject.name(), newObject.properties());
      }
    }
    return born;
  }

  private SubjectChange envelope(NewObject newObject, Envelope from) {
    var own = command.meta();
    var correlation =
        own.correlationId() != null || from == null ? own.correlationId() : from.correlationId();
    var meta = new RequestMeta(own.idempotencyKey(), correlation, own.traceId());
    var scope = newObject.scope() != null || from == null ? newObject.scope() : from.scope();
    if (newObject.queueKey() == null) {
      var prepare =
          new Prepare(
              meta, newObject.templateCode(), newObject.name(), newObject.properties(), scope);
      requireValid(Validation.refusal(prepare));
      return EnqueueSubject.prepare(
          prepare, from == null ? null : from.correlation(), clockAndIds.now());
    }
    var enqueue =
        EnqueueBuilder.builder()
            .meta(meta)
            .templateCode(newObject.templateCode())
            .subjectName(newObject.name())
            .properties(newObject.properties())
            .queueKey(newObject.queueKey())
            .nextActionKey(newObject.nextActionKey())
            .priority(from == null ? null : from.priority())
            .dueAt(from == null ? null : from.dueAt())
            .scope(scope)
            .ties(EnqueueLinks.of(null, from == null ? null : from.correlation()))
            .build();
    requireValid(Validation.refusal(enqueue));
    var decision =
        EnqueueSubject.create(enqueue, queues.get(newObject.queueKey()), clockAndIds.now());
    if (decision instanceof RefusedDecision refused) {
      throw refused(refused.refusal());
    }
    return (SubjectChange) decision;
  }

  private static void requireValid(Refusal refusal) {
    if (refusal != null) {
      throw refused(refusal);
    }
  }

  /** What an attempt that ended here made. */
  private void outputs(JudgedStep one) {
    var record = one.change().closedRecord();
    if (record != null && one.step() instanceof SubjectStep.Complete) {
      for (var ref : refs.values()) {
        writer.link(new Link(record.uid(), LinkTypes.RECORD_OUTPUT, ref.uid()));
      }
    }
  }

  private void reshape(ExistingObject object, ObjectNode properties) throws SQLException {
    requireValid(
        Validation.refusal(
            new Prepare(command.meta(), object.templateCode(), object.name(), properties, null)));
    var text = properties.toString();
    // Once beside the row, always: the newest object there counts, and the row stays bare.
    if (SubjectInsert.bulky(text) || SubjectInsert.bulky(object.properties().toString())) {
      writer.reshape(object.uid(), "{}");
      writer.bulky(
          clockAndIds.next(context.kinds().template(tx, TemplateCache.PROPERTIES)),
          object.uid(),
          text);
    } else {
      writer.reshape(object.uid(), text);
    }
  }

  /** One action for each subject; that of the request's own subject carries the answer. */
  private ActionAnswer record(
      ActionPlan plan,
      ExistingObject subject,
      List<JudgedStep> judged,
      Map<NewObject, SubjectChange> born)
      throws SQLException {
    ActionAnswer answer = null;
    var queueKeys = new TreeSet<String>();
    born.values().forEach(change -> waits(change.after(), queueKeys));
    judged.forEach(one -> waits(one.change().after(), queueKeys));
    for (var one : judged) {
      boolean leads = subject != null && one.step().subject().uid() == subject.uid();
      var own = result(plan, one.change().after(), leads ? queueKeys : null);
      var told =
          one.step() instanceof SubjectStep.Send sent
              ? sent(sent, one, own, leads)
              : told(one, own, leads);
      answer = leads ? told : answer;
    }
    if (subject != null && answer == null) {
      answer = untouched(plan, subject, queueKeys);
    }
    for (var made : born.entrySet()) {
      boolean first = answer == null;
      var after = made.getValue().after();
      var told =
          recorder.sent(
              request(made.getKey(), subject),
              refs.get(made.getKey()),
              queues.get(made.getKey().queueKey()),
              made.getValue(),
              first ? "actor" : null,
              null,
              result(plan, after, first ? queueKeys : null));
      answer = first ? told : answer;
    }
    return answer != null ? answer : registered(plan);
  }

  /** What the key of the request belongs to, when it is not its subject. */
  private String target(boolean leads) {
    return leads && ofMany ? "actor" : null;
  }

  private ActionAnswer told(JudgedStep one, JsonNode own, boolean leads) throws SQLException {
    var request = request(one.step()).on(target(leads));
    return recorder.subject(request, one.situation(), one.change(), one.feedKey(), own);
  }

  /** Work that enters its first queue wakes the claims that wait there, as any new work does. */
  private ActionAnswer sent(SubjectStep.Send sent, JudgedStep one, ObjectNode own, boolean leads)
      throws SQLException {
    var queue = one.situation().named().get(sent.queueKey());
    own.put("queue_euid", queue.euid());
    if (!sent.first()) {
      return sent.there()
          ? recorder.subject(
              request((ActionKey) null).on(target(leads)),
              one.situation(),
              one.change(),
              one.feedKey(),
              own)
          : told(one, own, leads);
    }
    return recorder.sent(
        request(ActionKey.ENQUEUE_SUBJECT),
        new ObjectRef(sent.subject().uid(), sent.subject().euid()),
        queue,
        one.change(),
        target(leads),
        one.feedKey(),
        own);
  }

  /** An action on a subject whose envelope it leaves alone. */
  private ActionAnswer untouched(ActionPlan plan, ExistingObject subject, TreeSet<String> queueKeys)
      throws SQLException {
    var items =
        StepCommands.items(
            asker,
            List.of(
                StepCommands.command(
                    SubjectStepCompleteBuilder.builder().subject(subject).build(),
                    command,
                    workerEuid,
                    leases.get(subject.uid()))),
            hash);
    var batch = StepCommands.scene(context, tx, items);
    var input = batch.situation(items.get(0), clockAndIds);
    return recorder.subject(
        request((ActionKey) null).on(target(true)),
        input,
        SubjectChange.none(subject.execution()),
        batch.feedKey(items.get(0)),
        result(plan, subject.execution(), queueKeys));
  }

  /** Nothing that bears work: the action belongs to who asked, and is linked to what it made. */
  private ActionAnswer registered(ActionPlan plan) throws SQLException {
    var template = context.kinds().action(tx, command.action());
    var ref = clockAndIds.next(template);
    var meta = command.meta();
    var note =
        ActionNoteBuilder.builder()
            .actionKey(command.action())
            .actor(asker.caller().principal())
            .role(ActionRecorder.role(asker.caller()))
            .target("actor")
            .reason(command.reason())
            .correlationId(meta.correlationId())
            .traceId(meta.traceId())
            .idempotencyKey(meta.idempotencyKey())
            .payloadHash(hash)
            .softwareVersion(context.softwareVersion())
            .status("OK")
            .result(result(plan, null, null))
            .build();
    writer.act(
        ActionEntryBuilder.builder()
            .ref(ref)
            .template(template)
            .actorUid(asker.actorUid())
            .note(note)
            .build());
    return ActionAnswer.of(ref.euid(), note, false);
  }

  private RequestEvidence request(SubjectStep step) {
    return request(StepCommands.command(step, command, null, null).action());
  }

  private RequestEvidence request(NewObject newObject, ExistingObject subject) {
    return RequestEvidenceBuilder.builder()
        .action(command.action())
        .verb(newObject.queueKey() == null ? ActionKey.PREPARE_SUBJECT : ActionKey.ENQUEUE_SUBJECT)
        .meta(command.meta())
        .payloadHash(hash)
        .reason(command.reason())
        .workerEuid(workerEuid)
        .leaseEuid(subject == null ? null : leases.get(subject.uid()))
        .build();
  }

  private RequestEvidence request(ActionKey verb) {
    return RequestEvidenceBuilder.builder()
        .action(command.action())
        .verb(verb)
        .meta(command.meta())
        .payloadHash(hash)
        .reason(command.reason())
        .build();
  }

  /** What the action tells, where the subject is now, and which queues got work. */
  private ObjectNode result(ActionPlan plan, Envelope after, TreeSet<String> queueKeys) {
    var result = Json.object();
    plan.result().forEach((name, value) -> result.set(name, told(value)));
    if (after != null) {
      result.set("execution", Json.sparseTree(after));
    }
    if (queueKeys != null) {
      result.set("sent_to", Json.tree(queueKeys));
    }
    return result;
  }

  private JsonNode told(Object value) {
    if (value instanceof LinkableObject linkableObject) {
      return Json.tree(euid(linkableObject));
    }
    return value instanceof List<?> things
        ? Json.tree(things.stream().map(thing -> euid((LinkableObject) thing)).toList())
        : (JsonNode) value;
  }

  private static void waits(Envelope envelope, TreeSet<String> queueKeys) {
    if (envelope.state().claimable() && envelope.nextQueueKey() != null) {
      queueKeys.add(envelope.nextQueueKey());
    }
  }

  private String euid(LinkableObject linkableObject) {
    return linkableObject instanceof ExistingObject existingObject
        ? existingObject.euid()
        : refs.get((NewObject) linkableObject).euid();
  }

  private long uid(LinkableObject linkableObject) {
    return linkableObject instanceof ExistingObject existingObject
        ? existingObject.uid()
        : refs.get((NewObject) linkableObject).uid();
  }

  private static RefusedException refused(Refusal refusal) {
    return new RefusedException(refusal);
  }
}
