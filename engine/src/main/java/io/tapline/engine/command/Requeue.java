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
}
