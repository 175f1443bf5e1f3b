package io.tapline.client.api;

/** The line stopped for one subject. */
public final class HoldRequest extends ActionRequest<HoldRequest> {

  private HoldRequest() {}

  /** This subject, what kind of hold in your own words, and why. */
  public static HoldRequest of(String subjectEuid, String holdCode, String reason) {
    return new HoldRequest()
        .set("subject_euid", subjectEuid)
        .set("hold_code", holdCode)
        .set("reason", reason);
  }

  /** The queue that the hold is about. */
  public HoldRequest queue(String value) {
    return set("queue_key", value);
  }

  /** An object with anything else worth keeping with the hold. */
  public HoldRequest metadata(Object value) {
    return set("metadata", value);
  }
}
