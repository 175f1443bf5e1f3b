package io.tapline.engine.domain;

import io.tapline.api.ErrorClass;
import io.tapline.tapdb.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** All changes of a pack action. They are written together or not at all. */
public final class ActionPlan {

  /** Several times the number that one run of a full flow cell needs. */
  public static final int MAX_MADE = 2_000;

  /** A link from a parent, which existed first, to a child. */
  public record PlannedLink(LinkableObject parent, String relationship, LinkableObject child) {}

  private final List<NewObject> made = new ArrayList<>();
  private final List<PlannedLink> ties = new ArrayList<>();
  private final Map<Long, SubjectStep> steps = new LinkedHashMap<>();
  private final Map<String, Object> result = new LinkedHashMap<>();

  /** An object of a template of the tenant. */
  public NewObject make(String templateCode, String name, ObjectNode properties) {
    var one = new NewObject(templateCode, name, properties == null ? Json.object() : properties);
    made.add(one);
    return one;
  }

  public ActionPlan link(LinkableObject parent, String relationship, LinkableObject child) {
    ties.add(new PlannedLink(parent, relationship, child));
    return this;
  }

  /**
   * Replaces the properties of a subject that no worker holds and that is neither held nor
   * finished. The request needs a reason; the evidence contains the properties before and after.
   */
  public ActionPlan update(ExistingObject subject, ObjectNode properties) {
    return step(new SubjectStep.Update(subject, properties));
  }

  /** The worker starts and keeps its lease. */
  public ActionPlan start(ExistingObject subject) {
    return step(new SubjectStep.Start(subject));
  }

  /** Completes the subject. */
  public ActionPlan complete(ExistingObject subject, JsonNode resultPayload) {
    return step(new SubjectStep.Complete(subject, null, null, resultPayload));
  }

  /** Completes this step; the subject moves to another queue. */
  public ActionPlan route(
      ExistingObject subject, String nextQueueKey, String nextActionKey, JsonNode resultPayload) {
    return step(new SubjectStep.Complete(subject, nextQueueKey, nextActionKey, resultPayload));
  }

  /** Holds the subject for a person, with a hold object and this reason. */
  public ActionPlan hold(
      ExistingObject subject, String code, String reason, JsonNode resultPayload) {
    return fail(subject, ErrorClass.BUSINESS_RULE_HOLD, code, reason, resultPayload);
  }

  public ActionPlan fail(
      ExistingObject subject,
      ErrorClass errorClass,
      String code,
      String message,
      JsonNode resultPayload) {
    return step(new SubjectStep.Fail(subject, errorClass, code, message, resultPayload));
  }

  /**
   * Moves the subject to a queue from any state; the answer contains {@code queue_euid}, the EUID
   * of the queue.
   */
  public ActionPlan send(
      ExistingObject subject, String queueKey, String nextActionKey, String reason) {
    return step(new SubjectStep.Send(subject, queueKey, nextActionKey, reason));
  }

  public ActionPlan cancel(ExistingObject subject, String reason) {
    return step(new SubjectStep.Cancel(subject, reason));
  }

  private ActionPlan step(SubjectStep step) {
    if (steps.putIfAbsent(step.subject().uid(), step) != null) {
      throw new IllegalStateException("two steps for " + step.subject().euid());
    }
    return this;
  }

  /** Adds the EUID of an object to the answer. */
  public ActionPlan answer(String name, LinkableObject object) {
    result.put(name, object);
    return this;
  }

  /** Adds EUIDs to the answer. */
  public ActionPlan answer(String name, List<? extends LinkableObject> objects) {
    result.put(name, List.copyOf(objects));
    return this;
  }

  public ActionPlan answer(String name, JsonNode value) {
    result.put(name, value);
    return this;
  }

  public ActionPlan answer(String name, String value) {
    result.put(name, Json.tree(value));
    return this;
  }

  public List<NewObject> made() {
    return made;
  }

  public List<PlannedLink> ties() {
    return ties;
  }

  public List<SubjectStep> steps() {
    return List.copyOf(steps.values());
  }

  /** Values are objects, lists of objects, or JSON. */
  public Map<String, Object> result() {
    return result;
  }
}
