package io.tapline.client.api;

import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;

/** What came of work that was dispatched outside. */
public final class ExternalResultRequest extends ActionRequest<ExternalResultRequest> {

  private ExternalResultRequest() {}

  /** Of this subject, by the reference that it was dispatched with: the state that it leads to. */
  public static ExternalResultRequest of(
      String subjectEuid, String externalRef, ExecutionState outcome) {
    return new ExternalResultRequest()
        .set("subject_euid", subjectEuid)
        .set("external_ref", externalRef)
        .set("outcome", outcome);
  }

  /** Who goes on with it; for RUNNING. */
  public ExternalResultRequest worker(String value) {
    return set("worker_euid", value);
  }

  /** Where it goes next; for READY. */
  public ExternalResultRequest nextQueue(String value) {
    return set("next_queue_key", value);
  }

  /** What the worker is to do, in its own words. */
  public ExternalResultRequest nextAction(String value) {
    return set("next_action_key", value);
  }

  /** For a failure. */
  public ExternalResultRequest errorClass(ErrorClass value) {
    return set("error_class", value);
  }

  /** For a failure. */
  public ExternalResultRequest errorMessage(String value) {
    return set("error_message", value);
  }

  /** Kept in the record of this attempt: anything that becomes JSON. */
  public ExternalResultRequest result(Object value) {
    return set("result_payload", value);
  }

  /** Why, for the evidence. */
  public ExternalResultRequest reason(String value) {
    return set("reason", value);
  }
}
