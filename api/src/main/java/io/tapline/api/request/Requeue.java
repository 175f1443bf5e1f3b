package io.tapline.api.request;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ActionKey;
import io.tapline.api.Limits;
import io.tapline.api.WireField;
import java.time.Instant;

/** Returns a job in any state to READY with an attempt count of zero. */
@RecordBuilder
public record Requeue(
    RequestMeta meta,
    @CommonFields.Subject String subjectEuid,
    StatePrecondition expect,
    @WireField(length = Limits.KEY, about = "the queue; default: that of the job") String queueKey,
    @CommonFields.NextAction String nextActionKey,
    @CommonFields.Priority Integer priority,
    @CommonFields.ReadyAt Instant readyAt,
    @CommonFields.DueAt Instant dueAt,
    @CommonFields.OverrideFlag boolean override,
    @CommonFields.Reason String reason)
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
}
