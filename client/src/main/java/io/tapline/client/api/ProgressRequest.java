package io.tapline.client.api;

/** Progress of a job: a fraction, a message, or both. */
public final class ProgressRequest extends ActionRequest<ProgressRequest> {

  private ProgressRequest() {}

  /** Under this worker's lease of this job. */
  public static ProgressRequest of(String workerEuid, String subjectEuid, String leaseEuid) {
    return new ProgressRequest()
        .set("worker_euid", workerEuid)
        .set("subject_euid", subjectEuid)
        .set("lease_euid", leaseEuid);
  }

  /** From 0 to 1. */
  public ProgressRequest fraction(double value) {
    return set("fraction", value);
  }

  /** One line for operators. */
  public ProgressRequest message(String value) {
    return set("message", value);
  }
}
