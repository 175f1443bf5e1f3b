package io.tapline.client.api;

/** Cancels a job. */
public final class CancelRequest extends ActionRequest<CancelRequest> {

  private CancelRequest() {}

  public static CancelRequest of(String subjectEuid, String reason) {
    return new CancelRequest().set("subject_euid", subjectEuid).set("reason", reason);
  }

  /** Requests the worker that holds the job to stop, instead of ending the job at once. */
  public CancelRequest soft() {
    return set("mode", "soft");
  }
}
