package io.tapline.engine.pipeline.pack;

import io.tapline.api.ActionKey;
import io.tapline.api.Refusal;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.EnqueueLinks;
import io.tapline.api.request.PerformAction;
import io.tapline.api.request.Prepare;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.RequestValidation;
import io.tapline.api.request.SubjectCommand;
import io.tapline.engine.action.ActionTable;
import io.tapline.engine.decide.Decision;
import io.tapline.engine.decide.DecisionInput;
import io.tapline.engine.decide.EnqueueSubject;
import io.tapline.engine.decide.LinkTypes;
import io.tapline.engine.decide.PropertyUpdate;
import io.tapline.engine.decide.RefusedDecision;
import io.tapline.engine.decide.SubjectChange;
import io.tapline.engine.domain.ActionPlan;
import io.tapline.engine.domain.ExistingObject;
import io.tapline.engine.domain.LinkableObject;
import io.tapline.engine.domain.NewObject;
import io.tapline.engine.domain.SubjectStep;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.ObjectRef;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.pipeline.ActionTransaction;
import io.tapline.engine.pipeline.RepeatableTransaction.Attempt;
import io.tapline.engine.pipeline.RepeatableTransaction.Attempt.Blocked;
import io.tapline.engine.pipeline.RepeatableTransaction.Attempt.Done;
import io.tapline.engine.pipeline.subject.BatchItem;
import io.tapline.engine.pipeline.subject.CompensationEnqueue;
import io.tapline.engine.pipeline.subject.EnqueuePipeline;
import io.tapline.engine.pipeline.subject.LockedBatch;
import io.tapline.engine.store.BatchWriter;
import io.tapline.engine.store.TenantSettings;
import io.tapline.engine.store.TransactionClockAndIds;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.Link;
import io.tapline.tapdb.StorageClass;
import io.tapline.tapdb.Template;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** Executes the plan of a pack action: its steps through the engine's own decisions. */
final class PlanWriter {

  /** A step draws at most a record, a hold or dead letter, and its action. */
  private static final int IDS_PER_STEP = 4;

  /** Templates of the engine's own objects, which packs cannot create. */
  private static final List<String> RESERVED = List.of("data/execution/", "data/system/", "actor/");

  /** The object, its large properties and its action. */
  private static final int IDS_PER_OBJECT = 3;

  private final PlanRequest request;
  private final ActionTransaction action;
  private final TransactionClockAndIds clockAndIds;
  private final BatchWriter writer;
  private final PlanEvidence evidence;
  private final Map<NewObject, ObjectRef> refs = new LinkedHashMap<>();
  private final Map<NewObject, Template> templates = new HashMap<>();
  private Map<String, Queue> queues = Map.of();

  PlanWriter(PlanRequest request) {
    this.request = request;
    this.action = request.action();
    this.clockAndIds = action.clockAndIds();
    this.writer = action.writer();
    this.evidence = new PlanEvidence(request, refs);
  }

  /**
   * A request for an action of a pack, with the objects that were found for it.
   *
   * @param workerEuid the worker that it is executed for, or null
   * @param leases the live lease of each subject that has one, by the subject's uid
   * @param ofMany whether it names several subjects, and its key belongs to none of them
   */
  record PlanRequest(
      ActionTransaction action, String workerEuid, Map<Long, String> leases, boolean ofMany) {

    PerformAction command() {
      return (PerformAction) action.request().command();
    }

    /** The engine's own command for a step of the plan. */
    SubjectCommand command(SubjectStep step) {
      return StepCommands.command(step, command(), workerEuid, lease(step.subject()));
    }

    List<BatchItem> items(List<SubjectCommand> commands) {
      return StepCommands.items(action.request(), commands);
    }

    /** Null without a live lease. */
    String lease(ExistingObject subject) {
      return subject == null ? null : leases.get(subject.uid());
    }
  }

  Attempt<ActionAnswer> carryOut(ActionPlan plan, ExistingObject subject) throws SQLException {
    if (plan.made().size() > ActionPlan.MAX_MADE) {
      throw refused(
          Refusal.invalid(
              "body",
              "it would create " + plan.made().size() + " objects; most " + ActionPlan.MAX_MADE));
    }
    draw(plan);
    return judge(plan).then(judged -> new Done<>(write(plan, subject, judged)));
  }

  private ActionAnswer write(ActionPlan plan, ExistingObject subject, List<JudgedStep> judged)
      throws SQLException {
    var undoing = new CompensationEnqueue(action);
    var born = born(plan, subject);
    for (var one : judged) {
      writer.change(one.step().subject().uid(), one.input().newest(), one.change());
      undoing.after(one.input(), one.change());
      outputs(one);
      if (one.step() instanceof SubjectStep.Update update) {
        reshape(update.subject(), update.properties());
      }
    }
    for (var plannedLink : plan.ties()) {
      writer.link(
          new Link(
              uid(plannedLink.parent()), plannedLink.relationship(), uid(plannedLink.child())));
    }
    var answer = evidence.record(plan, subject, judged, born, queues);
    // A job has an action of its own; every other new object is linked to this one.
    for (var made : refs.entrySet()) {
      if (!born.containsKey(made.getKey())) {
        writer.link(
            new Link(
                EuidMint.uidOrNull(answer.actionEuid()),
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
    int ids = plan.steps().size() * IDS_PER_STEP + plan.made().size() * IDS_PER_OBJECT + 1;
    clockAndIds.more(action.tx(), ids);
    for (var newObject : plan.made()) {
      refs.put(newObject, clockAndIds.next(templates.get(newObject)));
    }
  }

  /**
   * A template of the pack's domain: only the engine creates queues, leases, tokens and the like.
   */
  private Template template(String code) throws SQLException {
    var template = action.templates().find(action.tx(), code);
    boolean own =
        template != null
            && (template.workBearing()
                || template.storageClass() == StorageClass.REGISTRY && !reserved(code));
    if (!own) {
      throw refused(Refusal.unknown("template_code", "template " + code + " for such an object"));
    }
    return template;
  }

  /** Whether objects of this kind are the engine's own. */
  static boolean reserved(String templateCode) {
    return RESERVED.stream().anyMatch(templateCode::startsWith);
  }

  /**
   * One step of a pack's plan and the engine's decision on it.
   *
   * @param feedKey the feed key of the subject's newest action, or null
   */
  record JudgedStep(SubjectStep step, DecisionInput input, SubjectChange change, Long feedKey) {}

  /** Decides the steps by kind, because the rows to be read depend on it. */
  private Attempt<List<JudgedStep>> judge(ActionPlan plan) throws SQLException {
    var byKind = new LinkedHashMap<ActionKey, List<SubjectStep>>();
    var commands = new HashMap<SubjectStep, SubjectCommand>();
    for (var step : plan.steps()) {
      var own = request.command(step);
      commands.put(step, own);
      byKind.computeIfAbsent(own.action(), key -> new ArrayList<>()).add(step);
    }
    var judged = new ArrayList<JudgedStep>();
    for (var steps : byKind.values()) {
      var items = request.items(steps.stream().map(commands::get).toList());
      var batch = LockedBatch.underLocks(action, items);
      batch.perform(request.command().action());
      for (var item : items) {
        var step = steps.get(item.index());
        // The command of an update only names its subject; its properties are checked in reshape.
        boolean update = step instanceof SubjectStep.Update;
        requireValid(update ? null : RequestValidation.refusal(item.command()));
        var input = batch.input(item, clockAndIds);
        if (needsSettledLapse(step) && input.subject() != null && input.lapsed()) {
          return Blocked.byLapses(Set.of(input.newest().euid()));
        }
        var change = change(step, input, item.command());
        judged.add(new JudgedStep(step, input, change, batch.feedKey(item)));
      }
    }
    return new Done<>(judged);
  }

  private static boolean needsSettledLapse(SubjectStep step) {
    return step instanceof SubjectStep.Update
        || step instanceof SubjectStep.Cancel
        || step instanceof SubjectStep.Send;
  }

  private SubjectChange change(SubjectStep step, DecisionInput input, SubjectCommand command)
      throws SQLException {
    var decision = decide(step, input, command);
    if (decision instanceof RefusedDecision refused) {
      throw refused(refused.refusal());
    }
    return (SubjectChange) decision;
  }

  private Decision decide(SubjectStep step, DecisionInput input, SubjectCommand command)
      throws SQLException {
    if (step instanceof SubjectStep.Send sent) {
      return place(sent, input, command);
    }
    if (step instanceof SubjectStep.Update update) {
      return PropertyUpdate.decide(
          input, update.subject().euid(), update.properties(), request.command().reason());
    }
    return ActionTable.decide(input, command);
  }

  /**
   * Routes a subject to a queue. Under the lock and after the replay check, it is either an enqueue
   * or a requeue, and each has its own rules.
   */
  private Decision place(SubjectStep.Send sent, DecisionInput input, SubjectCommand requeue)
      throws SQLException {
    if (sent.there() && input.named().containsKey(sent.queueKey())) {
      return SubjectChange.none(input.subject().execution());
    }
    if (!sent.first()) {
      var forbidden = ActionTable.of(ActionKey.REQUEUE_SUBJECT).refusal(input.caller());
      if (forbidden != null) {
        throw refused(forbidden);
      }
      return ActionTable.decide(input, requeue);
    }
    if (!TenantSettings.substrateEnabled(action.tx(), action.templates())) {
      throw refused(EnqueuePipeline.SUBSTRATE_DISABLED);
    }
    var enqueue =
        EnqueueBuilder.builder()
            .meta(request.command().meta())
            .subjectEuid(sent.subject().euid())
            .queueKey(sent.queueKey())
            .nextActionKey(sent.nextActionKey())
            .build();
    return EnqueueSubject.route(input, enqueue, sent.subject().properties());
  }

  /** Envelopes of new jobs, by the same decisions as any new work. */
  private Map<NewObject, SubjectChange> born(ActionPlan plan, ExistingObject subject)
      throws SQLException {
    var keys = new HashSet<String>();
    plan.made().stream()
        .map(NewObject::queueKey)
        .filter(java.util.Objects::nonNull)
        .forEach(keys::add);
    queues = action.rows().queues().byKey(keys);
    var born = new LinkedHashMap<NewObject, SubjectChange>();
    for (var newObject : plan.made()) {
      var template = templates.get(newObject);
      if (template.workBearing()) {
        born.put(newObject, envelope(newObject, subject == null ? null : subject.execution()));
        writer.create(
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
    var own = request.command().meta();
    var correlation =
        own.correlationId() != null || from == null ? own.correlationId() : from.correlationId();
    var meta = new RequestMeta(own.idempotencyKey(), correlation, own.traceId());
    var scope = newObject.scope() != null || from == null ? newObject.scope() : from.scope();
    if (newObject.queueKey() == null) {
      var prepare =
          new Prepare(
              meta, newObject.templateCode(), newObject.name(), newObject.properties(), scope);
      requireValid(RequestValidation.refusal(prepare));
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
    requireValid(RequestValidation.refusal(enqueue));
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

  /** Links the outputs of an attempt that ended here. */
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
        RequestValidation.refusal(
            new Prepare(
                request.command().meta(), object.templateCode(), object.name(), properties, null)));
    writer.reshape(object.uid(), object.properties().toString(), properties.toString());
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
