package io.tapline.engine.pipeline.pack;

import io.tapline.api.ActionKey;
import io.tapline.engine.decide.SubjectChange;
import io.tapline.engine.domain.ActionPlan;
import io.tapline.engine.domain.ExistingObject;
import io.tapline.engine.domain.LinkableObject;
import io.tapline.engine.domain.NewObject;
import io.tapline.engine.domain.SubjectStep;
import io.tapline.engine.domain.SubjectStepCompleteBuilder;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.ActionAnswerBuilder;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.ObjectRef;
import io.tapline.engine.model.Queue;
import io.tapline.engine.pipeline.ActionRecorder;
import io.tapline.engine.pipeline.ActionRecorder.SentSubject;
import io.tapline.engine.pipeline.ActionTransaction;
import io.tapline.engine.pipeline.RequestEvidence;
import io.tapline.engine.pipeline.RequestEvidenceBuilder;
import io.tapline.engine.pipeline.pack.PlanWriter.JudgedStep;
import io.tapline.engine.pipeline.pack.PlanWriter.PlanRequest;
import io.tapline.engine.pipeline.subject.LockedBatch;
import io.tapline.tapdb.Json;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes the actions of a pack action as evidence, and builds the answer to its request. */
final class PlanEvidence {

  private final PlanRequest request;
  private final ActionTransaction action;
  private final ActionRecorder recorder;
  private final Map<NewObject, ObjectRef> refs;

  /**
   * @param refs the identifiers of new objects; complete when the plan is recorded
   */
  PlanEvidence(PlanRequest request, Map<NewObject, ObjectRef> refs) {
    this.request = request;
    this.action = request.action();
    this.refs = refs;
    this.recorder = action.recorder();
  }

  /**
   * Writes one action for each subject; the action on the request's own subject contains the
   * answer.
   */
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
      var recorded =
          one.step() instanceof SubjectStep.Send sent
              ? sent(sent, one, own, leads)
              : recorded(one, own, leads);
      if (leads) {
        answer = recorded;
      } else {
        others.add(recorded);
      }
    }
    if (subject != null && answer == null) {
      answer = untouched(plan, subject, queueKeys);
    }
    for (var made : born.entrySet()) {
      boolean first = answer == null;
      var after = made.getValue().after();
      var recorded =
          recorder.sent(
              request(made.getKey(), subject).on(first ? "actor" : null),
              new SentSubject(
                  refs.get(made.getKey()),
                  queues.get(made.getKey().queueKey()),
                  made.getValue(),
                  null),
              result(plan, after, first ? queueKeys : null));
      if (first) {
        answer = recorded;
      } else {
        others.add(recorded);
      }
    }
    return answer != null
        ? ActionAnswerBuilder.builder(answer).others(others).build()
        : registered(plan);
  }

  /** The object that the request's key belongs to, when it is not its subject. */
  private String target(boolean leads) {
    return leads && request.ofMany() ? "actor" : null;
  }

  private ActionAnswer recorded(JudgedStep one, JsonNode own, boolean leads) throws SQLException {
    var evidence = request(one.step()).on(target(leads));
    return recorder.subject(evidence, one.input(), one.change(), one.feedKey(), own);
  }

  /** A job that enters its first queue wakes waiting claims, as any new job does. */
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
          : recorded(one, own, leads);
    }
    return recorder.sent(
        request(ActionKey.ENQUEUE_SUBJECT).on(target(leads)),
        new SentSubject(
            new ObjectRef(sent.subject().uid(), sent.subject().euid()),
            queue,
            one.change(),
            one.feedKey()),
        own);
  }

  /** An action on a job that does not change its envelope. */
  private ActionAnswer untouched(ActionPlan plan, ExistingObject subject, TreeSet<String> queueKeys)
      throws SQLException {
    var items =
        request.items(
            List.of(
                request.command(SubjectStepCompleteBuilder.builder().subject(subject).build())));
    var batch = LockedBatch.underLocks(action, items);
    var input = batch.input(items.get(0), action.clockAndIds());
    return recorder.subject(
        request((ActionKey) null).on(target(true)),
        input,
        SubjectChange.none(subject.execution()),
        batch.feedKey(items.get(0)),
        result(plan, subject.execution(), queueKeys));
  }

  /**
   * The action created no job: its key belongs to the caller, and it is linked to the new objects.
   */
  private ActionAnswer registered(ActionPlan plan) throws SQLException {
    return recorder.principal(result(plan, null, null), request.command().reason()).answer();
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
        .payloadHash(action.request().hash())
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
        .payloadHash(action.request().hash())
        .reason(request.command().reason())
        .build();
  }

  /** The result of the action, the state of the job, and the queues that got work. */
  private ObjectNode result(ActionPlan plan, Envelope after, TreeSet<String> queueKeys) {
    var result = Json.object();
    plan.result().forEach((name, value) -> result.set(name, toJson(value)));
    if (after != null) {
      result.set("execution", Json.sparseTree(after));
    }
    if (queueKeys != null) {
      result.set("sent_to", Json.tree(queueKeys));
    }
    return result;
  }

  private JsonNode toJson(Object value) {
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
