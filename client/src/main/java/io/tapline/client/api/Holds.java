package io.tapline.client.api;

import io.tapline.api.Page;
import io.tapline.client.http.TaplineHttp;

/** Holds: the line stopped for one subject, and let go again. */
public final class Holds {

  private final TypedCalls calls;

  public Holds(TaplineHttp http) {
    calls = new TypedCalls(http);
  }

  /** Holds over all subjects, oldest first. */
  public Page<HoldView> list(HoldFilter filter) {
    return calls.page("holds", filter.query(), HoldView.class);
  }

  /** Stops the line for one subject. */
  public ActionReply place(HoldRequest request) {
    return calls.act("hold", request);
  }

  /** Lifts one hold; the last one lets the subject go on. */
  public ActionReply release(String holdEuid, String reason) {
    return release(ReleaseHoldRequest.of(holdEuid).reason(reason));
  }

  /** The same, with all that can be said. */
  public ActionReply release(ReleaseHoldRequest request) {
    return calls.act("release-hold", request);
  }
}
