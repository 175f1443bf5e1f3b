package io.tapline.client.api;

import io.tapline.api.CorrelationRefs;
import io.tapline.api.Scope;
import java.time.Instant;

/** Enqueues a job. */
public final class EnqueueRequest extends ActionRequest<EnqueueRequest> {

  private EnqueueRequest() {}

  /** A new job of the generic task template. */
  public static EnqueueRequest task(String queueKey) {
    return to(queueKey).template("data/execution/task/1.0");
  }

  /** A job for this queue; requires a template or a prepared job. */
  public static EnqueueRequest to(String queueKey) {
    return new EnqueueRequest().set("queue_key", queueKey);
  }

  /** Creates a job of this template. */
  public EnqueueRequest template(String value) {
    return set("template_code", value);
  }

  /** Enqueues a prepared job instead of creating one. */
  public EnqueueRequest subject(String value) {
    return set("subject_euid", value);
  }

  /** Display name. */
  public EnqueueRequest name(String value) {
    return set("subject_name", value);
  }

  /** The data of the job: anything that serializes to a JSON object. */
  public EnqueueRequest properties(Object value) {
    return set("properties", value);
  }

  /** The action that the worker performs. */
  public EnqueueRequest nextAction(String value) {
    return set("next_action_key", value);
  }

  /** Higher values are claimed first. */
  public EnqueueRequest priority(int value) {
    return set("priority", value);
  }

  /** The job is not claimed before this time. */
  public EnqueueRequest readyAt(Instant value) {
    return set("ready_at", value);
  }

  /** Among jobs of equal priority, earlier values are claimed first. */
  public EnqueueRequest dueAt(Instant value) {
    return set("due_at", value);
  }

  /** A job that is not done by this time fails permanently. */
  public EnqueueRequest deadlineAt(Instant value) {
    return set("deadline_at", value);
  }

  /** References to objects in other systems; stored in every record of the job and searchable. */
  public EnqueueRequest correlation(CorrelationRefs value) {
    return set("correlation", value);
  }

  /** Site, platform and assay that a worker must serve. */
  public EnqueueRequest scope(Scope value) {
    return set("scope", value);
  }

  /** Attempts before the job is dead; the queue's default if absent. */
  public EnqueueRequest maxAttempts(int value) {
    return set("max_attempts", value);
  }
}
