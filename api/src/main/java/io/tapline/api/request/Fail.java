package io.tapline.api.request;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ActionKey;
import io.tapline.api.DeadLetterReason;
import io.tapline.api.ErrorClass;
import io.tapline.api.Limits;
import io.tapline.api.Refusal.Faults;
import io.tapline.api.WireField;
import tools.jackson.databind.JsonNode;

/** The worker reports failure; the error class decides the effect. */
@RecordBuilder
public record Fail(
    RequestMeta meta,
    @CommonFields.Subject String subjectEuid,
    @CommonFields.WorkerOrOverride String workerEuid,
    @CommonFields.Lease String leaseEuid,
    StatePrecondition expect,
    @WireField(about = "true or false, instead of an error class") Boolean retryable,
    @WireField(requiredWithout = "retryable", about = "or retryable") ErrorClass errorClass,
    @WireField(
            codeBeside = "error_message",
            about = "an error code of the application; use error_message for free text")
        String errorCode,
    @WireField(length = Limits.TEXT, about = "for people") String errorMessage,
    @WireField(
            words = DeadLetterReason.ReasonCode.class,
            about = "the reason code of the dead letter; default: derived from the error class")
        String reasonCode,
    @WireField(words = DeadLetterReason.Stage.class, about = "the stage of the failure")
        String stage,
    @WireField(length = Limits.KEY, about = "the queue of the retry, if it is another one")
        String nextQueueKey,
    @CommonFields.AttemptResult JsonNode resultPayload,
    @CommonFields.OverrideFlag boolean override,
    @CommonFields.OptionalReason String reason)
    implements LeaseCommand {

  public Fail {
    expect = expect == null ? StatePrecondition.NOTHING : expect;
  }

  @Override
  public ActionKey action() {
    return ActionKey.FAIL_QUEUE_EXECUTION;
  }

  public static Fail of(
      String key,
      String subjectEuid,
      String workerEuid,
      String leaseEuid,
      ErrorClass errorClass,
      String message) {
    return FailBuilder.builder()
        .meta(RequestMeta.key(key))
        .subjectEuid(subjectEuid)
        .workerEuid(workerEuid)
        .leaseEuid(leaseEuid)
        .expect(StatePrecondition.NOTHING)
        .errorClass(errorClass)
        .errorMessage(message)
        .build();
  }

  @Override
  public void check(Faults faults) {
    if (retryable != null && errorClass != null) {
      boolean retries = errorClass.outcome() == ErrorClass.FailureEffect.RETRY;
      faults.that(
          retries == retryable, "retryable", retryable + " contradicts error_class " + errorClass);
    }
  }
}
