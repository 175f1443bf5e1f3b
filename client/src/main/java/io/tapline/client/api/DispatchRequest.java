package io.tapline.client.api;

import java.time.Instant;

/** The work goes on outside; its result is recorded later. */
public final class DispatchRequest extends ActionRequest<DispatchRequest> {

  private DispatchRequest() {}

  /** Under this worker's lease of this subject; what it is called there. */
  public static DispatchRequest of(
      String workerEuid, String subjectEuid, String leaseEuid, String externalRef) {
    return new DispatchRequest()
        .set("worker_euid", workerEuid)
        .set("subject_euid", subjectEuid)
        .set("lease_euid", leaseEuid)
        .set("external_ref", externalRef);
  }

  /** When it is overdue. */
  public DispatchRequest deadlineAt(Instant value) {
    return set("deadline_at", value);
  }

  /** Kept in the record: anything that becomes JSON. */
  public DispatchRequest payload(Object value) {
    return set("dispatch_payload", value);
  }
}
