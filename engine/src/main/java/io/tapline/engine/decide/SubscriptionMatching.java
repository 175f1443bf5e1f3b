package io.tapline.engine.decide;

import io.tapline.api.Code;
import io.tapline.api.Limits;
import io.tapline.api.Refusal;
import io.tapline.api.request.CreateSubscription.Spawn;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.EnqueueLinksBuilder;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.model.ActionNote;
import io.tapline.engine.model.Event;
import io.tapline.engine.model.Subscription;
import io.tapline.tapdb.Json;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Selects the events of a subscription and derives the job for each of them. */
public final class SubscriptionMatching {

  /** The property that contains the fields of a job. */
  public static final String JOB = "job";

  private static final String GENERATION = "generation";

  private SubscriptionMatching() {}

  /**
   * A job of the kind that the subscription creates never matches. Otherwise the chain would be
   * endless.
   */
  public static boolean matches(Subscription.Note subscription, ActionNote action, Event event) {
    var filter = subscription.filter();
    return event.type() == subscription.eventType()
        && !subscription.spawn().kind().equals(action.queueKey())
        && (filter == null
            || admits(filter.kind(), action.queueKey())
                && admits(filter.cause(), event.cause())
                && admits(filter.correlationId(), action.correlationId()));
  }

  private static boolean admits(String expected, String actual) {
    return expected == null || Objects.equals(expected, actual);
  }

  /** Length of the chain of subscription events that led to this job. */
  public static int generation(JsonNode properties) {
    return properties == null ? 0 : properties.path(JOB).path(GENERATION).asInt(0);
  }

  /** The refusal of a further job when the chain of subscription events is too long. */
  public static Refusal tooFar(String subjectEuid, int generation) {
    return generation < Limits.GENERATIONS
        ? null
        : Refusal.of(
            Code.STATE_CONFLICT,
            ("%s came of %s events in a row and creates no further job: subscriptions "
                    + "trigger each other; retire one")
                .formatted(subjectEuid, generation));
  }

  /**
   * The idempotency key identifies event and subscription, so each event creates one job, whichever
   * servers process it and however often.
   *
   * @param actionEuid the action that contains the event
   * @param place the index of the event in its action
   * @param generation the generation of the job that the event is about
   */
  public static Enqueue job(
      Subscription subscription, ActionNote action, String actionEuid, int place, int generation) {
    var spawn = subscription.note().spawn();
    var key = "event:" + subscription.euid() + ":" + actionEuid + "." + place;
    return EnqueueBuilder.builder()
        .meta(new RequestMeta(key, action.correlationId(), action.traceId()))
        .templateCode(Enqueue.TASK)
        .properties(properties(spawn, action, actionEuid + "." + place, key, generation + 1))
        .queueKey(spawn.kind())
        .priority(spawn.priority())
        .maxAttempts(spawn.maxAttempts())
        .ties(
            EnqueueLinksBuilder.builder()
                .causationEvent(actionEuid + "." + place)
                .parentJob(action.subjectEuid())
                .build())
        .build();
  }

  private static ObjectNode properties(
      Spawn spawn, ActionNote action, String eventId, String key, int generation) {
    var properties =
        spawn.properties() == null ? Json.object() : (ObjectNode) spawn.properties().deepCopy();
    var job = properties.path(JOB).isObject() ? (ObjectNode) properties.get(JOB) : Json.object();
    job.put("causation_event", eventId)
        .put("parent_job", action.subjectEuid())
        .put("idempotency_key", key)
        .put(GENERATION, generation);
    properties.set(JOB, job);
    return properties;
  }
}
