package io.tapline.api.request;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ActionKey;
import io.tapline.api.Limits;
import io.tapline.api.Refusal.Faults;
import io.tapline.api.WireField;

/**
 * Retires a queue: it accepts no more jobs, and its key is free for a successor.
 *
 * @param leaveWaiting whether the jobs in the queue stay until a new queue has this key
 */
@RecordBuilder
public record RetireQueue(
    RequestMeta meta,
    @CommonFields.QueueKey String queueKey,
    @CommonFields.Reason String reason,
    @WireField(length = Limits.KEY, about = "the queue that replaces it") String replacedBy,
    @WireField(
            about = "with replaced_by: jobs in the queue remain, for a new queue with the same key")
        boolean leaveWaiting,
    @CommonFields.QueueRevision Long expectedRevision)
    implements QueueCommand {

  /** Applies to any revision. */
  public RetireQueue(RequestMeta meta, String queueKey, String reason, String replacedBy) {
    this(meta, queueKey, reason, replacedBy, false, null);
  }

  @Override
  public ActionKey action() {
    return ActionKey.RETIRE_QUEUE;
  }

  @Override
  public void check(Faults faults) {
    faults.that(
        replacedBy == null || !replacedBy.equals(queueKey),
        "replaced_by",
        "is the queue itself; name another queue");
  }
}
