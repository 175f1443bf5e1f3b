package io.tapline.client.api;

import io.tapline.api.ClaimAnswer;

/** A lease, as its holder uses it: to start, to renew, to release. */
public final class LeaseRequest extends ActionRequest<LeaseRequest> {

  private LeaseRequest() {}

  /** This worker's lease of this subject. */
  public static LeaseRequest of(String workerEuid, String subjectEuid, String leaseEuid) {
    return new LeaseRequest()
        .set("worker_euid", workerEuid)
        .set("subject_euid", subjectEuid)
        .set("lease_euid", leaseEuid);
  }

  /** The lease that was just claimed. */
  public static LeaseRequest of(String workerEuid, ClaimAnswer.Item claim) {
    return of(workerEuid, claim.subjectEuid(), claim.leaseEuid());
  }

  /** An administrator releases what is another's; needs a reason. */
  public LeaseRequest override(boolean value) {
    return set("override", value);
  }

  /** Why, for the evidence. */
  public LeaseRequest reason(String value) {
    return set("reason", value);
  }

  /** An object with anything else worth keeping with a release. */
  public LeaseRequest metadata(Object value) {
    return set("metadata", value);
  }
}
