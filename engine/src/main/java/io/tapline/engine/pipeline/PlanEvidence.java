package io.tapline.engine.pipeline;

import io.tapline.engine.decide.SubjectChange;
import io.tapline.engine.domain.ActionPlan;
import io.tapline.engine.domain.ExistingObject;
import io.tapline.engine.domain.LinkableObject;
import io.tapline.engine.domain.NewObject;
import io.tapline.engine.domain.SubjectStep;
import io.tapline.engine.domain.SubjectStepCompleteBuilder;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.ActionAnswerBuilder;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.ActionNoteBuilder;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.ObjectRef;
import io.tapline.engine.model.Queue;
import io.tapline.engine.pipeline.PlanWriter.JudgedStep;
import io.tapline.engine.store.ActionEntryBuilder;
import io.tapline.engine.store.BatchWriter;
import io.tapline.engine.store.TransactionClockAndIds;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes the actions that an action of a pack leaves as evidence, and the answer to its request.
 */
final class PlanEvidence {

  private final PipelineContext context;
  private final Tx tx;
  private final PlanRequest request;
  private final TransactionClockAndIds clockAndIds;
  private final BatchWriter writer;
  private final ActionRecorder recorder;
  private final Map<NewObject, ObjectRef> refs;

  /**
   * @param refs of what the plan makes; known by the time that it is recorded
   */
  PlanEvidence(
      PipelineContext context,
      Tx tx,
      PlanRequest request,
      TransactionClockAndIds clockAndIds,
      BatchWriter writer,
      Map<NewObject, ObjectRef> refs) {
    this.context = context;
    this.tx = tx;
    this.request = request;
    this.clockAndIds = clockAndIds;
    this.writer = writer;
    this.refs = refs;
    this.recorder = new ActionRecorder(context, tx, request.asker(), clockAndIds, writer);
  }

  ActionRecorder recorder() {
    return recorder;
  }

  /** One action for each subject; that of the request's own subject carries the answer. */
  ActionAnswer record(
      ActionPlan plan,
      ExistingObject subject,
      List<JudgedStep> judged,
      Map<NewObject, SubjectChange> born,
      Map<String, Queue> queues)
      throws SQLException {
    ActionAnswer answer = null;
    var others = new ArrayList<ActionAnswer>();
    var queueKeys = new TreeSet<String>();
    born.values().forEach(change -> waits(change.after(), queueKeys));
    judged.forEach(one -> waits(one.change().after(), queueKeys));
    for (var one : judged) {
      boolean leads = subject != null && one.step().subject().uid() == subject.uid();
      var own = result(plan, one.change().after(), leads ? queueKeys : null);
      if (one.step() instanceof SubjectStep.Update update) {
        own.set("before", update.subject().properties());
        own.set("after", update.properties());
      }
      var told =
          one.step() instanceof SubjectStep.Send sent
              ? sent(sent, one, own, leads)
              : told(one, own, leads);
      if (leads) {
        answer = told;
      } else {
        others.add(told);
      }
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
      if (first) {
        answer = told;
      } else {
        others.add(told);
      }
    }
    return answer != null
        ? ActionAnswerBuilder.builder(answer).others(others).build()
        : registered(plan);
  }

  /** What the key of the request belongs to, when it is not its subject. */
  private String target(boolean leads) {
    return leads && request.ofMany() ? "actor" : null;
  }

  private ActionAnswer told(JudgedStep one, JsonNode own, boolean leads) throws SQLException {
    var told = request(one.step()).on(target(leads));
    return recorder.subject(told, one.input(), one.change(), one.feedKey(), own);
  }

  /** Work that enters its first queue wakes the claims that wait there, as any new work does. */
  private ActionAnswer sent(SubjectStep.Send sent, JudgedStep one, ObjectNode own, boolean leads)
      throws SQLException {
    var queue = one.input().named().get(sent.queueKey());
    own.put("queue_euid", queue.euid());
    if (!sent.first()) {
      return sent.there()
          ? recorder.subject(
              request((ActionKey) null).on(target(leads)),
              one.input(),
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
        request.items(
            List.of(
                request.command(SubjectStepCompleteBuilder.builder().subject(subject).build())));
    var batch = StepCommands.batch(context, tx, items);
    var input = batch.input(items.get(0), clockAndIds);
    return recorder.subject(
        request((ActionKey) null).on(target(true)),
        input,
        SubjectChange.none(subject.execution()),
        batch.feedKey(items.get(0)),
        result(plan, subject.execution(), queueKeys));
  }

  /** Nothing that bears work: the action belongs to who asked, and is linked to what it made. */
  private ActionAnswer registered(ActionPlan plan) throws SQLException {
    var template = context.templates().action(tx, request.command().action());
    var ref = clockAndIds.next(template);
    var meta = request.command().meta();
    var note =
        ActionNoteBuilder.builder()
            .actionKey(request.command().action())
            .actor(request.asker().caller().principal())
            .role(ActionRecorder.role(request.asker().caller()))
            .target("actor")
            .reason(request.command().reason())
            .correlationId(meta.correlationId())
            .traceId(meta.traceId())
            .idempotencyKey(meta.idempotencyKey())
            .payloadHash(request.hash())
            .softwareVersion(context.softwareVersion())
            .status("OK")
            .result(result(plan, null, null))
            .build();
    writer.act(
        ActionEntryBuilder.builder()
            .ref(ref)
            .template(template)
            .actorUid(request.asker().actorUid())
            .note(note)
            .build());
    return ActionAnswer.of(ref.euid(), note, false);
  }

  private RequestEvidence request(SubjectStep step) {
    return request(
        step instanceof SubjectStep.Update
            ? null
            : StepCommands.command(step, request.command(), null, null).action());
  }

  private RequestEvidence request(NewObject newObject, ExistingObject subject) {
    return RequestEvidenceBuilder.builder()
        .action(request.command().action())
        .verb(newObject.queueKey() == null ? ActionKey.PREPARE_SUBJECT : ActionKey.ENQUEUE_SUBJECT)
        .meta(request.command().meta())
        .payloadHash(request.hash())
        .reason(request.command().reason())
        .workerEuid(request.workerEuid())
        .leaseEuid(request.lease(subject))
        .build();
  }

  private RequestEvidence request(ActionKey verb) {
    return RequestEvidenceBuilder.builder()
        .action(request.command().action())
        .verb(verb)
        .meta(request.command().meta())
        .payloadHash(request.hash())
        .reason(request.command().reason())
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
}
