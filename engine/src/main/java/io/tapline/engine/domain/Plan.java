package io.tapline.engine.domain;

import io.tapline.engine.model.ErrorClass;
import io.tapline.tapdb.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** All that an action changes: carried out in one piece, or not at all. */
public final class Plan {

  /** As many as one run of a full flow cell needs, several times over. */
  public static final int MAX_MADE = 2_000;

  /** From a parent to a child: what is first was there first. */
  public record Tie(Thing parent, String relationship, Thing child) {}

  private final List<Made> made = new ArrayList<>();
  private final List<Tie> ties = new ArrayList<>();
  private final Map<Long, Step> steps = new LinkedHashMap<>();
  private final Map<Known, ObjectNode> changed = new LinkedHashMap<>();
  private final Map<String, Object> result = new LinkedHashMap<>();

  /** An object of a template that the tenant has. */
  public Made make(String templateCode, String name, ObjectNode properties) {
    var one = new Made(templateCode, name, properties == null ? Json.object() : properties);
    made.add(one);
    return one;
  }

  public Plan link(Thing parent, String relationship, Thing child) {
    ties.add(new Tie(parent, relationship, child));
    return this;
  }

  /** Gives an object that bears work other properties; its envelope is not touched. */
  public Plan change(Known object, ObjectNode properties) {
    changed.put(object, properties);
    return this;
  }

  /** The worker begins, and keeps its lease. */
  public Plan start(Known subject) {
    return step(new Step.Start(subject));
  }

  /** Done for good. */
  public Plan complete(Known subject, JsonNode resultPayload) {
    return step(new Step.Complete(subject, null, null, resultPayload));
  }

  /** This step is done; the same subject goes on to another queue. */
  public Plan route(
      Known subject, String nextQueueKey, String nextActionKey, JsonNode resultPayload) {
    return step(new Step.Complete(subject, nextQueueKey, nextActionKey, resultPayload));
  }

  /** A person has to look: the subject is HELD, with a hold object and this reason. */
  public Plan hold(Known subject, String code, String reason, JsonNode resultPayload) {
    return fail(subject, ErrorClass.BUSINESS_RULE_HOLD, code, reason, resultPayload);
  }

  public Plan fail(
      Known subject, ErrorClass errorClass, String code, String message, JsonNode resultPayload) {
    return step(new Step.Fail(subject, errorClass, code, message, resultPayload));
  }

  /** To a queue, from wherever it is; the answer tells {@code queue_euid}, the queue's own. */
  public Plan send(Known subject, String queueKey, String nextActionKey, String reason) {
    return step(new Step.Send(subject, queueKey, nextActionKey, reason));
  }

  public Plan cancel(Known subject, String reason) {
    return step(new Step.Cancel(subject, reason));
  }

  private Plan step(Step step) {
    if (steps.putIfAbsent(step.subject().uid(), step) != null) {
      throw new IllegalStateException("two steps for " + step.subject().euid());
    }
    return this;
  }

  /** What the answer tells: the EUID of an object. */
  public Plan tell(String name, Thing object) {
    result.put(name, object);
    return this;
  }

  /** What the answer tells: EUIDs. */
  public Plan tell(String name, List<? extends Thing> objects) {
    result.put(name, List.copyOf(objects));
    return this;
  }

  public Plan tell(String name, JsonNode value) {
    result.put(name, value);
    return this;
  }

  public Plan tell(String name, String value) {
    result.put(name, Json.tree(value));
    return this;
  }

  public List<Made> made() {
    return made;
  }

  public List<Tie> ties() {
    return ties;
  }

  public List<Step> steps() {
    return List.copyOf(steps.values());
  }

  public Map<Known, ObjectNode> changed() {
    return changed;
  }

  /** Values are things, lists of things, or JSON. */
  public Map<String, Object> result() {
    return result;
  }
}
