package io.tapline.client.api;

import io.tapline.api.ErrorClass;

/** The work failed; its error class decides what becomes of the subject. */
public final class FailRequest extends ActionRequest<FailRequest> {

  private FailRequest() {}

  /** Under this worker's lease of this subject. */
  public static FailRequest of(String workerEuid, String subjectEuid, String leaseEuid) {
    return new FailRequest()
        .set("worker_euid", workerEuid)
        .set("subject_euid", subjectEuid)
        .set("lease_euid", leaseEuid);
  }

  /** Or retryable instead. */
  public FailRequest errorClass(ErrorClass value) {
    return set("error_class", value);
  }

  /** Instead of an error class. */
  public FailRequest retryable(boolean value) {
    return set("retryable", value);
  }

  /** Your own code. */
  public FailRequest errorCode(String value) {
    return set("error_code", value);
  }

  /** For people. */
  public FailRequest errorMessage(String value) {
    return set("error_message", value);
  }

  /** For a dead letter; absent: follows from the error class. */
  public FailRequest reasonCode(String value) {
    return set("reason_code", value);
  }

  /** Where it went wrong; absent: follows from the error class. */
  public FailRequest stage(String value) {
    return set("stage", value);
  }

  /** Another queue to be retried in. */
  public FailRequest nextQueue(String value) {
    return set("next_queue_key", value);
  }

  /** Kept in the record of this attempt: anything that becomes JSON. */
  public FailRequest result(Object value) {
    return set("result_payload", value);
  }

  /** More work in the same request; the answer has it under {@code claimed}. */
  public FailRequest claimNext(ClaimNext next) {
    return set("claim_next", next.body());
  }

  /** An administrator acts on what is another's; needs a reason. */
  public FailRequest override(boolean value) {
    return set("override", value);
  }

  /** Why, for the evidence. */
  public FailRequest reason(String value) {
    return set("reason", value);
  }
}
