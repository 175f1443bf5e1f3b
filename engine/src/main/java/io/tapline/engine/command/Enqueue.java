package io.tapline.engine.command;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.Scope;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.Submission;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/** Creates a job in a queue, or routes a prepared job to one. */
@RecordBuilder
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
    // An empty precondition becomes null, so that both forms have the same hash. The SQL API
    // computes this hash too.
    expect = StatePrecondition.none(expect) ? null : expect;
  }

  @Override
  public ActionKey action() {
    return ActionKey.ENQUEUE_SUBJECT;
  }

  /** This request with a precondition on the prepared job. */
  public Enqueue expecting(StatePrecondition expected) {
    return EnqueueBuilder.builder(this).expect(expected).build();
  }

  public static final String TASK = "data/execution/task/1.0";

  /** A plain task that is ready at once. */
  public static Enqueue task(String key, String queueKey, JsonNode properties) {
    return EnqueueBuilder.builder()
        .meta(RequestMeta.key(key))
        .templateCode(TASK)
        .properties(properties)
        .queueKey(queueKey)
        .build();
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
            "is for an existing job and template_code for a new one; send one of them")
        .that(
            templateCode != null || subjectEuid != null,
            "template_code",
            "is required; send it or subject_euid")
        .that(
            subjectEuid == null || properties == null,
            "properties",
            "are allowed for a new job only; a prepared job has its own")
        .text("template_code", templateCode, Limits.KEY)
        .text("subject_name", subjectName, Limits.NAME)
        .text("subject_euid", subjectEuid, Limits.KEY);
    SharedChecks.queueKey(c, queueKey);
    c.text("next_action_key", nextActionKey, Limits.KEY)
        .range("priority", priority, -Limits.PRIORITY, Limits.PRIORITY)
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

  /** Without a precondition, because the jobs of a workflow do not exist yet. */
  static Enqueue readNew(RequestFields f, RequestMeta meta) {
    return EnqueueBuilder.builder()
        .meta(meta)
        .templateCode(f.text("template_code"))
        .subjectEuid(f.text("subject_euid"))
        .subjectName(f.text("subject_name"))
        .properties(f.json("properties"))
        .queueKey(f.text("queue_key"))
        .nextActionKey(f.text("next_action_key"))
        .priority(f.integer("priority"))
        .readyAt(f.time("ready_at"))
        .dueAt(f.time("due_at"))
        .scope(SharedFields.scope(f))
        .maxAttempts(f.integer("max_attempts"))
        .ties(EnqueueLinks.of(f.time("deadline_at"), SharedFields.correlation(f)))
        .build();
  }
}
