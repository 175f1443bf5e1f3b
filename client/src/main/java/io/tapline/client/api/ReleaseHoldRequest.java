package io.tapline.client.api;

/** One hold lifted; the last one lets the subject go on. */
public final class ReleaseHoldRequest extends ActionRequest<ReleaseHoldRequest> {

  private ReleaseHoldRequest() {}

  /** This hold. */
  public static ReleaseHoldRequest of(String holdEuid) {
    return new ReleaseHoldRequest().set("hold_euid", holdEuid);
  }

  /** Why, for the evidence. */
  public ReleaseHoldRequest reason(String value) {
    return set("reason", value);
  }

  /** An object with anything else worth keeping with the release. */
  public ReleaseHoldRequest metadata(Object value) {
    return set("metadata", value);
  }
}
