package io.tapline.client.api;

/** Places a hold on a job. */
public final class HoldRequest extends ActionRequest<HoldRequest> {

  private HoldRequest() {}

  /**
   * @param holdCode the kind of hold, as a code of the caller's choice
   */
  public static HoldRequest of(String subjectEuid, String holdCode, String reason) {
    return new HoldRequest()
        .set("subject_euid", subjectEuid)
        .set("hold_code", holdCode)
        .set("reason", reason);
  }

  /** The queue that the hold concerns. */
  public HoldRequest queue(String value) {
    return set("queue_key", value);
  }

  /** An object with additional data to store with the hold. */
  public HoldRequest metadata(Object value) {
    return set("metadata", value);
  }
}
