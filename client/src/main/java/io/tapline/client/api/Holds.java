package io.tapline.client.api;

import io.tapline.api.Page;
import io.tapline.client.http.TaplineHttp;

/** Holds: they stop the processing of one job until they are released. */
public final class Holds {

  private final TypedCalls calls;

  public Holds(TaplineHttp http) {
    calls = new TypedCalls(http);
  }

  /** Holds of all jobs, oldest first. */
  public Page<HoldView> list(HoldFilter filter) {
    return calls.page("holds", filter.query(), HoldView.class);
  }

  public ActionReply place(HoldRequest request) {
    return calls.act("hold", request);
  }

  /** Releases one hold; the job continues after its last hold is released. */
  public ActionReply release(String holdEuid, String reason) {
    return release(ReleaseHoldRequest.of(holdEuid).reason(reason));
  }

  /** Releases one hold with all optional fields. */
  public ActionReply release(ReleaseHoldRequest request) {
    return calls.act("release-hold", request);
  }
}
