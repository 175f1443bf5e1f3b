package io.tapline.client.api;

import io.tapline.api.Page;
import io.tapline.api.request.PlaceHold;
import io.tapline.api.request.ReleaseHold;
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

  public ActionReply place(PlaceHold request) {
    return calls.act("hold", request);
  }

  /** Releases one hold; the job continues after its last hold is released. */
  public ActionReply release(String holdEuid, String reason) {
    return release(new ReleaseHold(null, null, holdEuid, reason));
  }

  /** Releases one hold with all optional fields. */
  public ActionReply release(ReleaseHold request) {
    return calls.act("release-hold", request);
  }
}
