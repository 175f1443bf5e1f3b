package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.Scope;
import io.tapline.engine.model.Submission;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/** New work for a queue, or a prepared subject routed to one. */
public record Enqueue(
    RequestMeta meta,
    String templateCode,
    String subjectEuid,
    String subjectName,
    JsonNode properties,
    String queueKey,
    String nextActionKey,
    Integer priority,
    Instant readyAt,
    Instant dueAt,
    Scope scope,
    Integer maxAttempts,
    Submission submission,
    EnqueueLinks ties,
    StatePrecondition expect)
    implements Command {

  public Enqueue {
    // One form of nothing, so that there is one hash of it, and it is the one that SQL knows.
    expect = StatePrecondition.none(expect) ? null : expect;
  }

  /** However the subject stands, if it is there already. */
  public Enqueue(
      RequestMeta meta,
      String templateCode,
      String subjectEuid,
      String subjectName,
      JsonNode properties,
      String queueKey,
      String nextActionKey,
      Integer priority,
      Instant readyAt,
      Instant dueAt,
      Scope scope,
      Integer maxAttempts,
      Submission submission,
      EnqueueLinks ties) {
    this(
        meta,
        templateCode,
        subjectEuid,
        subjectName,
        properties,
        queueKey,
        nextActionKey,
        priority,
        readyAt,
        dueAt,
        scope,
        maxAttempts,
        submission,
        ties,
        null);
  }

  /** Work that was submitted in a room. */
  public Enqueue(
      RequestMeta meta,
      String templateCode,
      String subjectEuid,
      String subjectName,
      JsonNode properties,
      String queueKey,
      String nextActionKey,
      Integer priority,
      Instant readyAt,
      Instant dueAt,
      Scope scope,
      Integer maxAttempts,
      Submission submission) {
    this(
        meta,
        templateCode,
        subjectEuid,
        subjectName,
        properties,
        queueKey,
        nextActionKey,
        priority,
        readyAt,
        dueAt,
        scope,
        maxAttempts,
        submission,
        null);
  }

  /** Work that is tied to more than its queue. */
  public Enqueue(
      RequestMeta meta,
      String templateCode,
      String subjectEuid,
      String subjectName,
      JsonNode properties,
      String queueKey,
      String nextActionKey,
      Integer priority,
      Instant readyAt,
      Instant dueAt,
      Scope scope,
      Integer maxAttempts,
      EnqueueLinks ties) {
    this(
        meta,
        templateCode,
        subjectEuid,
        subjectName,
        properties,
        queueKey,
        nextActionKey,
        priority,
        readyAt,
        dueAt,
        scope,
        maxAttempts,
        null,
        ties);
  }

  /** Work that is tied to nothing. */
  public Enqueue(
      RequestMeta meta,
      String templateCode,
      String subjectEuid,
      String subjectName,
      JsonNode properties,
      String queueKey,
      String nextActionKey,
      Integer priority,
      Instant readyAt,
      Instant dueAt,
      Scope scope,
      Integer maxAttempts) {
    this(
        meta,
        templateCode,
        subjectEuid,
        subjectName,
        properties,
        queueKey,
        nextActionKey,
        priority,
        readyAt,
        dueAt,
        scope,
        maxAttempts,
        null,
        null);
  }

  @Override
  public ActionKey action() {
    return ActionKey.ENQUEUE_SUBJECT;
  }

  /** The same, if the prepared subject stands so. */
  public Enqueue expecting(StatePrecondition expected) {
    return new Enqueue(
        meta,
        templateCode,
        subjectEuid,
        subjectName,
        properties,
        queueKey,
        nextActionKey,
        priority,
        readyAt,
        dueAt,
        scope,
        maxAttempts,
        submission,
        ties,
        expected);
  }

  public static final String TASK = "data/execution/task/1.0";

  /** A plain task, due at once. */
  public static Enqueue task(String key, String queueKey, JsonNode properties) {
    return new Enqueue(
        RequestMeta.key(key),
        TASK,
        null,
        null,
        properties,
        queueKey,
        null,
        null,
        null,
        null,
        null,
        null);
  }
}
