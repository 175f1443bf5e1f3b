package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;
import java.time.Instant;

/** Back to READY with a clean count, whatever it was. */
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
    return new Requeue(
        RequestMeta.key(key),
        subjectEuid,
        StatePrecondition.NOTHING,
        null,
        null,
        null,
        null,
        null,
        false,
        reason);
  }

  public static Requeue read(RequestFields f, RequestMeta meta) {
    return new Requeue(
        meta,
        f.text("subject_euid"),
        StatePrecondition.read(f),
        f.text("queue_key"),
        f.text("next_action_key"),
        f.integer("priority"),
        f.time("ready_at"),
        f.time("due_at"),
        f.isTrue("override"),
        f.text("reason"));
  }

  @Override
  public void check(FieldChecks c) {
    OperatorCommand.super.check(c);
    c.text("queue_key", queueKey, Limits.KEY)
        .text("next_action_key", nextActionKey, Limits.KEY)
        .range("priority", priority, 0, Limits.PRIORITY)
        .time("ready_at", readyAt)
        .time("due_at", dueAt);
  }
}
