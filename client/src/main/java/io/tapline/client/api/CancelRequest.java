package io.tapline.client.api;

/** The end of a subject, before its time. */
public final class CancelRequest extends ActionRequest<CancelRequest> {

  private CancelRequest() {}

  /** This subject, and why. */
  public static CancelRequest of(String subjectEuid, String reason) {
    return new CancelRequest().set("subject_euid", subjectEuid).set("reason", reason);
  }

  /** Asks the worker that has it first, rather than ending it at once. */
  public CancelRequest soft() {
    return set("mode", "soft");
  }
}
