package io.tapline.client.api;

import java.util.List;

/** The work is done. */
public final class CompleteRequest extends ActionRequest<CompleteRequest> {

  private CompleteRequest() {}

  /** Under this worker's lease of this subject. */
  public static CompleteRequest of(String workerEuid, String subjectEuid, String leaseEuid) {
    return new CompleteRequest()
        .set("worker_euid", workerEuid)
        .set("subject_euid", subjectEuid)
        .set("lease_euid", leaseEuid);
  }

  /** What was done, in your own words. */
  public CompleteRequest action(String value) {
    return set("action_key", value);
  }

  /** Where it goes next; absent: nowhere, it is COMPLETED. */
  public CompleteRequest nextQueue(String value) {
    return set("next_queue_key", value);
  }

  /** What is to be done there. */
  public CompleteRequest nextAction(String value) {
    return set("next_action_key", value);
  }

  /** Kept in the record of this attempt: anything that becomes JSON. */
  public CompleteRequest result(Object value) {
    return set("result_payload", value);
  }

  /** EUIDs of what was made; linked by lineage. */
  public CompleteRequest outputs(List<String> values) {
    return set("outputs", values);
  }

  /** More work in the same request; the answer has it under {@code claimed}. */
  public CompleteRequest claimNext(ClaimNext next) {
    return set("claim_next", next.body());
  }

  /** An administrator acts on what is another's; needs a reason. */
  public CompleteRequest override(boolean value) {
    return set("override", value);
  }

  /** Why, for the evidence. */
  public CompleteRequest reason(String value) {
    return set("reason", value);
  }
}
