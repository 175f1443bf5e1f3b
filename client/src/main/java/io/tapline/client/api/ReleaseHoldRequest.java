package io.tapline.client.api;

/** Releases one hold; the job continues after its last hold is released. */
public final class ReleaseHoldRequest extends ActionRequest<ReleaseHoldRequest> {

  private ReleaseHoldRequest() {}

  public static ReleaseHoldRequest of(String holdEuid) {
    return new ReleaseHoldRequest().set("hold_euid", holdEuid);
  }

  /** Stored with the action. */
  public ReleaseHoldRequest reason(String value) {
    return set("reason", value);
  }

  /** An object with additional data to store with the release. */
  public ReleaseHoldRequest metadata(Object value) {
    return set("metadata", value);
  }
}
