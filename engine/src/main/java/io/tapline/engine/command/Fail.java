package io.tapline.engine.command;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ErrorClass;
import io.tapline.engine.model.ActionKey;
import tools.jackson.databind.JsonNode;

/** The worker reports failure; the error class decides the effect. */
@RecordBuilder
public record Fail(
    RequestMeta meta,
    String subjectEuid,
    String workerEuid,
    String leaseEuid,
    StatePrecondition expect,
    Boolean retryable,
    ErrorClass errorClass,
    String errorCode,
    String errorMessage,
    String reasonCode,
    String stage,
    String nextQueueKey,
    JsonNode resultPayload,
    boolean override,
    String reason)
    implements LeaseCommand {
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

  public static Fail read(RequestFields f, RequestMeta meta) {
    return FailBuilder.builder()
        .meta(meta)
        .subjectEuid(f.text("subject_euid"))
        .workerEuid(f.text("worker_euid"))
        .leaseEuid(f.text("lease_euid"))
        .expect(StatePrecondition.read(f))
        .retryable(f.flag("retryable"))
        .errorClass(f.choice("error_class", ErrorClass.class))
        .errorCode(f.text("error_code"))
        .errorMessage(f.text("error_message"))
        .reasonCode(f.text("reason_code"))
        .stage(f.text("stage"))
        .nextQueueKey(f.text("next_queue_key"))
        .resultPayload(f.json("result_payload"))
        .override(f.isTrue("override"))
        .reason(f.text("reason"))
        .build();
  }

  @Override
  public void check(FieldChecks c) {
    LeaseCommand.super.check(c);
    c.that(
            retryable != null || errorClass != null,
            "error_class",
            "is required, or retryable instead")
        .code("error_code", errorCode, "error_message")
        .text("error_message", errorMessage, Limits.TEXT)
        .text("next_queue_key", nextQueueKey, Limits.KEY)
        .json("result_payload", resultPayload, Limits.PAYLOAD_BYTES);
    SharedChecks.deadLetter(c, reasonCode, stage);
    if (retryable != null && errorClass != null) {
      boolean retries = errorClass.outcome() == ErrorClass.FailureEffect.RETRY;
      c.that(
          retries == retryable, "retryable", retryable + " contradicts error_class " + errorClass);
    }
  }
}
