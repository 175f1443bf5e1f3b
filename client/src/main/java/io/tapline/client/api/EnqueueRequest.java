package io.tapline.client.api;

import io.tapline.api.CorrelationRefs;
import io.tapline.api.Scope;
import java.time.Instant;

/** Work for a queue. */
public final class EnqueueRequest extends ActionRequest<EnqueueRequest> {

  private EnqueueRequest() {}

  /** A new task, of the template for anyone's work. */
  public static EnqueueRequest task(String queueKey) {
    return to(queueKey).template("data/execution/task/1.0");
  }

  /** Something for this queue: say which template, or which prepared subject. */
  public static EnqueueRequest to(String queueKey) {
    return new EnqueueRequest().set("queue_key", queueKey);
  }

  /** A new subject of this template. */
  public EnqueueRequest template(String value) {
    return set("template_code", value);
  }

  /** Routes a prepared subject instead of making one. */
  public EnqueueRequest subject(String value) {
    return set("subject_euid", value);
  }

  /** For people. */
  public EnqueueRequest name(String value) {
    return set("subject_name", value);
  }

  /** What the work is about: anything that becomes a JSON object. */
  public EnqueueRequest properties(Object value) {
    return set("properties", value);
  }

  /** What the worker is to do, in its own words. */
  public EnqueueRequest nextAction(String value) {
    return set("next_action_key", value);
  }

  /** Higher is sooner. */
  public EnqueueRequest priority(int value) {
    return set("priority", value);
  }

  /** Not before this time. */
  public EnqueueRequest readyAt(Instant value) {
    return set("ready_at", value);
  }

  /** Earlier is sooner among equal priorities. */
  public EnqueueRequest dueAt(Instant value) {
    return set("due_at", value);
  }

  /** Not done by then, it has failed for good. */
  public EnqueueRequest deadlineAt(Instant value) {
    return set("deadline_at", value);
  }

  /** What it belongs to in the systems around: in every record of it, and searched by. */
  public EnqueueRequest correlation(CorrelationRefs value) {
    return set("correlation", value);
  }

  /** Where it may be done. */
  public EnqueueRequest scope(Scope value) {
    return set("scope", value);
  }

  /** Attempts before it is dead; absent: as the queue has it. */
  public EnqueueRequest maxAttempts(int value) {
    return set("max_attempts", value);
  }
}
