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
}
