package io.tapline.client.api;

import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;

/** Reports the result of a job that an external system continued. */
public final class ExternalResultRequest extends ActionRequest<ExternalResultRequest> {

  private ExternalResultRequest() {}

  /**
   * @param externalRef the reference from the dispatch
   * @param outcome the new state of the job
   */
  public static ExternalResultRequest of(
      String subjectEuid, String externalRef, ExecutionState outcome) {
    return new ExternalResultRequest()
        .set("subject_euid", subjectEuid)
        .set("external_ref", externalRef)
        .set("outcome", outcome);
  }

  /** The worker that continues the job; for RUNNING. */
  public ExternalResultRequest worker(String value) {
    return set("worker_euid", value);
  }

  /** The next queue of the job; for READY. */
  public ExternalResultRequest nextQueue(String value) {
    return set("next_queue_key", value);
  }

  /** The action that the worker performs. */
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

  /** Stored in the record of this attempt: anything that serializes to JSON. */
  public ExternalResultRequest result(Object value) {
    return set("result_payload", value);
  }

  /** Stored with the action. */
  public ExternalResultRequest reason(String value) {
    return set("reason", value);
  }
}
