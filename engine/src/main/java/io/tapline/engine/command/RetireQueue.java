package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/**
 * Retires a queue: it accepts no more jobs, and its key is free for a successor.
 *
 * @param leaveWaiting whether the jobs in the queue stay until a new queue has this key
 */
public record RetireQueue(
    RequestMeta meta,
    String queueKey,
    String reason,
    String replacedBy,
    boolean leaveWaiting,
    Long expectedRevision)
    implements QueueCommand {

  /** Applies to any revision. */
  public RetireQueue(RequestMeta meta, String queueKey, String reason, String replacedBy) {
    this(meta, queueKey, reason, replacedBy, false, null);
  }

  @Override
  public ActionKey action() {
    return ActionKey.RETIRE_QUEUE;
  }

  public static RetireQueue read(RequestFields f, RequestMeta meta) {
    return new RetireQueue(
        meta,
        f.text("queue_key"),
        f.text("reason"),
        f.text("replaced_by"),
        f.isTrue("leave_waiting"),
        SharedFields.revision(f));
  }

  @Override
  public void check(FieldChecks c) {
    SharedChecks.queueKey(c, queueKey);
    c.required("reason", reason, Limits.TEXT)
        .text("replaced_by", replacedBy, Limits.KEY)
        .that(
            replacedBy == null || !replacedBy.equals(queueKey),
            "replaced_by",
            "is the queue itself; name another queue");
  }
}
