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

  public static Enqueue read(RequestFields f, RequestMeta meta) {
    return readNew(f, meta).expecting(StatePrecondition.read(f));
  }

  @Override
  public void check(FieldChecks c) {
    SharedChecks.comparable(c, expect, subjectEuid);
    c.that(
            templateCode == null || subjectEuid == null,
            "subject_euid",
            "is for a subject that exists; template_code makes a new one; give one of them")
        .that(
            templateCode != null || subjectEuid != null,
            "template_code",
            "is required, or subject_euid instead")
        .that(
            subjectEuid == null || properties == null,
            "properties",
            "belong to a new subject; this one has its own")
        .text("template_code", templateCode, Limits.KEY)
        .text("subject_name", subjectName, Limits.NAME)
        .text("subject_euid", subjectEuid, Limits.KEY);
    SharedChecks.queueKey(c, queueKey);
    c.text("next_action_key", nextActionKey, Limits.KEY)
        .range("priority", priority, 0, Limits.PRIORITY)
        .time("ready_at", readyAt)
        .time("due_at", dueAt)
        .range("max_attempts", maxAttempts, 1, Limits.ATTEMPTS);
    if (submission != null) {
      c.required("submission.room_id", submission.roomId(), Limits.NAME)
          .required("submission.job", submission.job(), 3 * Limits.NAME);
    }
    SharedChecks.properties(c, properties);
    SharedChecks.scope(c, scope);
    if (ties != null) {
      ties.check(c);
    }
  }

  /** Without an expectation: in a workflow there is nothing yet to expect anything of. */
  static Enqueue readNew(RequestFields f, RequestMeta meta) {
    return new Enqueue(
        meta,
        f.text("template_code"),
        f.text("subject_euid"),
        f.text("subject_name"),
        f.json("properties"),
        f.text("queue_key"),
        f.text("next_action_key"),
        f.integer("priority"),
        f.time("ready_at"),
        f.time("due_at"),
        SharedFields.scope(f),
        f.integer("max_attempts"),
        EnqueueLinks.of(f.time("deadline_at"), SharedFields.correlation(f)));
  }
}
