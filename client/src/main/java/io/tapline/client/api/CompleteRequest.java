package io.tapline.client.api;

import java.util.List;

/** Reports a job as done. */
public final class CompleteRequest extends ActionRequest<CompleteRequest> {

  private CompleteRequest() {}

  /** Under this worker's lease of this job. */
  public static CompleteRequest of(String workerEuid, String subjectEuid, String leaseEuid) {
    return new CompleteRequest()
        .set("worker_euid", workerEuid)
        .set("subject_euid", subjectEuid)
        .set("lease_euid", leaseEuid);
  }

  /** The performed action, as a key of the worker's choice. */
  public CompleteRequest action(String value) {
    return set("action_key", value);
  }

  /** The next queue of the job; by default none, and the job is COMPLETED. */
  public CompleteRequest nextQueue(String value) {
    return set("next_queue_key", value);
  }

  /** The action of the job in the next queue. */
  public CompleteRequest nextAction(String value) {
    return set("next_action_key", value);
  }

  /** Stored in the record of this attempt: anything that serializes to JSON. */
  public CompleteRequest result(Object value) {
    return set("result_payload", value);
  }

  /** EUIDs of the created objects; linked by lineage. */
  public CompleteRequest outputs(List<String> values) {
    return set("outputs", values);
  }

  /** Claims jobs in the same request; the answer contains them in {@code claimed}. */
  public CompleteRequest claimNext(ClaimNext next) {
    return set("claim_next", next.body());
  }

  /** An administrator acts on another caller's lease; requires a reason. */
  public CompleteRequest override(boolean value) {
    return set("override", value);
  }

  /** Stored with the action. */
  public CompleteRequest reason(String value) {
    return set("reason", value);
  }
}
