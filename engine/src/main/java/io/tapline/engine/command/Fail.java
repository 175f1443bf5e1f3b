package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.ErrorClass;
import tools.jackson.databind.JsonNode;

/** The worker failed; the class of the error decides what follows. */
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
    return new Fail(
        RequestMeta.key(key),
        subjectEuid,
        workerEuid,
        leaseEuid,
        StatePrecondition.NOTHING,
        null,
        errorClass,
        null,
        message,
        null,
        null,
        null,
        null,
        false,
        null);
  }

  public static Fail read(RequestFields f, RequestMeta meta) {
    return new Fail(
        meta,
        f.text("subject_euid"),
        f.text("worker_euid"),
        f.text("lease_euid"),
        StatePrecondition.read(f),
        f.flag("retryable"),
        f.choice("error_class", ErrorClass.class),
        f.text("error_code"),
        f.text("error_message"),
        f.text("reason_code"),
        f.text("stage"),
        f.text("next_queue_key"),
        f.json("result_payload"),
        f.isTrue("override"),
        f.text("reason"));
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
