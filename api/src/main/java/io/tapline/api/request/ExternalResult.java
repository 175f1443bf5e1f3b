package io.tapline.api.request;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ActionKey;
import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;
import io.tapline.api.Limits;
import io.tapline.api.WireField;
import tools.jackson.databind.JsonNode;

/** Records the result of external work. */
@RecordBuilder
@WireField.CheckOrder(last = "result_payload")
public record ExternalResult(
    RequestMeta meta,
    @CommonFields.Subject String subjectEuid,
    StatePrecondition expect,
    @WireField(required = true, length = Limits.KEY, about = "the reference of the dispatch")
        String externalRef,
    @WireField(
            required = true,
            documented = {"READY", "RUNNING", "COMPLETED", "FAILED_RETRYABLE", "FAILED_TERMINAL"},
            about = "the next state of the job")
        ExecutionState outcome,
    @WireField(length = Limits.KEY, about = "for RUNNING: the worker that continues")
        String workerEuid,
    @WireField(length = Limits.KEY, about = "for READY: the next queue") String nextQueueKey,
    @CommonFields.NextAction String nextActionKey,
    @WireField(about = "for a failure: the error class") ErrorClass errorClass,
    @WireField(length = Limits.TEXT, about = "for a failure: the error class") String errorMessage,
    @WireField(bytes = Limits.PAYLOAD_BYTES, about = "stored in the record") JsonNode resultPayload,
    @CommonFields.OptionalReason String reason)
    implements OperatorCommand {
  @Override
  public ActionKey action() {
    return ActionKey.RECORD_EXTERNAL_RESULT;
  }
}
