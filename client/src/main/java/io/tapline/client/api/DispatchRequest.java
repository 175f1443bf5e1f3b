package io.tapline.client.api;

import java.time.Instant;

/** Reports that an external system continues the job; its result is recorded later. */
public final class DispatchRequest extends ActionRequest<DispatchRequest> {

  private DispatchRequest() {}

  /**
   * Under this worker's lease of this job.
   *
   * @param externalRef the job's reference in the external system
   */
  public static DispatchRequest of(
      String workerEuid, String subjectEuid, String leaseEuid, String externalRef) {
    return new DispatchRequest()
        .set("worker_euid", workerEuid)
        .set("subject_euid", subjectEuid)
        .set("lease_euid", leaseEuid)
        .set("external_ref", externalRef);
  }

  /** The time after which the external work is overdue. */
  public DispatchRequest deadlineAt(Instant value) {
    return set("deadline_at", value);
  }

  /** Stored in the record: anything that serializes to JSON. */
  public DispatchRequest payload(Object value) {
    return set("dispatch_payload", value);
  }
}
