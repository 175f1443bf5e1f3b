package io.tapline.engine.command;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;
import io.tapline.engine.model.ActionKey;
import tools.jackson.databind.JsonNode;

/** Records the result of external work. */
@RecordBuilder
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

  public static ExternalResult read(RequestFields f, RequestMeta meta) {
    return ExternalResultBuilder.builder()
        .meta(meta)
        .subjectEuid(f.text("subject_euid"))
        .expect(StatePrecondition.read(f))
        .externalRef(f.text("external_ref"))
        .outcome(f.choice("outcome", ExecutionState.class))
        .workerEuid(f.text("worker_euid"))
        .nextQueueKey(f.text("next_queue_key"))
        .nextActionKey(f.text("next_action_key"))
        .errorClass(f.choice("error_class", ErrorClass.class))
        .errorMessage(f.text("error_message"))
        .resultPayload(f.json("result_payload"))
        .reason(f.text("reason"))
        .build();
  }

  @Override
  public void check(FieldChecks c) {
    c.required("subject_euid", subjectEuid, Limits.KEY)
        .required("external_ref", externalRef, Limits.KEY)
        .present("outcome", outcome)
        .text("worker_euid", workerEuid, Limits.KEY)
        .text("next_queue_key", nextQueueKey, Limits.KEY)
        .text("next_action_key", nextActionKey, Limits.KEY)
        .text("error_message", errorMessage, Limits.TEXT)
        .text("reason", reason, Limits.TEXT)
        .json("result_payload", resultPayload, Limits.PAYLOAD_BYTES);
  }
}
