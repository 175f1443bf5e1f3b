package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.ErrorClass;
import io.tapline.engine.model.ExecutionState;
import tools.jackson.databind.JsonNode;

/** What came back from the outside. */
public record ExternalResult(
    RequestMeta meta,
    String subjectEuid,
    StatePrecondition expect,
    String externalRef,
    ExecutionState outcome,
    String workerEuid,
    String nextQueueKey,
    String nextActionKey,
    ErrorClass errorClass,
    String errorMessage,
    JsonNode resultPayload,
    String reason)
    implements OperatorCommand {
  @Override
  public ActionKey action() {
    return ActionKey.RECORD_EXTERNAL_RESULT;
  }
}
