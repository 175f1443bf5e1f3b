package io.tapline.client.api;

import io.tapline.api.ClaimAnswer;

/** Starts, renews or releases a lease. */
public final class LeaseRequest extends ActionRequest<LeaseRequest> {

  private LeaseRequest() {}

  /** This worker's lease of this job. */
  public static LeaseRequest of(String workerEuid, String subjectEuid, String leaseEuid) {
    return new LeaseRequest()
        .set("worker_euid", workerEuid)
        .set("subject_euid", subjectEuid)
        .set("lease_euid", leaseEuid);
  }

  /** The lease from a claim. */
  public static LeaseRequest of(String workerEuid, ClaimAnswer.Item claim) {
    return of(workerEuid, claim.subjectEuid(), claim.leaseEuid());
  }

  /** An administrator releases another caller's lease; requires a reason. */
  public LeaseRequest override(boolean value) {
    return set("override", value);
  }

  /** Stored with the action. */
  public LeaseRequest reason(String value) {
    return set("reason", value);
  }

  /** An object with additional data to store with a release. */
  public LeaseRequest metadata(Object value) {
    return set("metadata", value);
  }
}
