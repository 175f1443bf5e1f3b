package io.tapline.client.api;

import io.tapline.api.ErrorClass;

/** Reports a failed attempt; the error class determines retry or dead letter. */
public final class FailRequest extends ActionRequest<FailRequest> {

  private FailRequest() {}

  /** Under this worker's lease of this job. */
  public static FailRequest of(String workerEuid, String subjectEuid, String leaseEuid) {
    return new FailRequest()
        .set("worker_euid", workerEuid)
        .set("subject_euid", subjectEuid)
        .set("lease_euid", leaseEuid);
  }

  /** Alternative to {@link #retryable}. */
  public FailRequest errorClass(ErrorClass value) {
    return set("error_class", value);
  }

  /** Alternative to an error class. */
  public FailRequest retryable(boolean value) {
    return set("retryable", value);
  }

  /** A code of the worker's choice. */
  public FailRequest errorCode(String value) {
    return set("error_code", value);
  }

  /** A text for operators. */
  public FailRequest errorMessage(String value) {
    return set("error_message", value);
  }

  /** The reason of a dead letter; derived from the error class if absent. */
  public FailRequest reasonCode(String value) {
    return set("reason_code", value);
  }

  /** The stage that failed; derived from the error class if absent. */
  public FailRequest stage(String value) {
    return set("stage", value);
  }

  /** Another queue for the retry. */
  public FailRequest nextQueue(String value) {
    return set("next_queue_key", value);
  }

  /** Stored in the record of this attempt: anything that serializes to JSON. */
  public FailRequest result(Object value) {
    return set("result_payload", value);
  }

  /** Claims jobs in the same request; the answer contains them in {@code claimed}. */
  public FailRequest claimNext(ClaimNext next) {
    return set("claim_next", next.body());
  }

  /** An administrator acts on another caller's lease; requires a reason. */
  public FailRequest override(boolean value) {
    return set("override", value);
  }

  /** Stored with the action. */
  public FailRequest reason(String value) {
    return set("reason", value);
  }
}
