package io.tapline.engine.command;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.engine.model.ActionKey;
import java.time.Instant;

/** Returns a job in any state to READY with an attempt count of zero. */
@RecordBuilder
public record Requeue(
    RequestMeta meta,
    String subjectEuid,
    StatePrecondition expect,
    String queueKey,
    String nextActionKey,
    Integer priority,
    Instant readyAt,
    Instant dueAt,
    boolean override,
    String reason)
    implements OperatorCommand {
  @Override
  public ActionKey action() {
    return ActionKey.REQUEUE_SUBJECT;
  }

  public static Requeue of(String key, String subjectEuid, String reason) {
    return RequeueBuilder.builder()
        .meta(RequestMeta.key(key))
        .subjectEuid(subjectEuid)
        .expect(StatePrecondition.NOTHING)
        .reason(reason)
        .build();
  }

  public static Requeue read(RequestFields f, RequestMeta meta) {
    return RequeueBuilder.builder()
        .meta(meta)
        .subjectEuid(f.text("subject_euid"))
        .expect(StatePrecondition.read(f))
        .queueKey(f.text("queue_key"))
        .nextActionKey(f.text("next_action_key"))
        .priority(f.integer("priority"))
        .readyAt(f.time("ready_at"))
        .dueAt(f.time("due_at"))
        .override(f.isTrue("override"))
        .reason(f.text("reason"))
        .build();
  }

  @Override
  public void check(FieldChecks c) {
    OperatorCommand.super.check(c);
    c.text("queue_key", queueKey, Limits.KEY)
        .text("next_action_key", nextActionKey, Limits.KEY)
        .range("priority", priority, -Limits.PRIORITY, Limits.PRIORITY)
        .time("ready_at", readyAt)
        .time("due_at", dueAt);
  }
}
