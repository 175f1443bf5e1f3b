package io.tapline.client.api;

import io.tapline.client.Page;
import io.tapline.client.TaplineHttp;
import io.tapline.client.Wire;

/** Who is logged in at a browser: one's own sessions, and for administrators everybody's. */
public final class Sessions {

  private static final String SESSIONS = "/api/v1/sessions";

  private final Calls calls;
  private final TaplineHttp http;

  public Sessions(TaplineHttp http) {
    calls = new Calls(http);
    this.http = http;
  }

  /** Open sessions, oldest first. */
  public Page<SessionView> list(SessionFilter filter) {
    return calls.page(SESSIONS, filter.query(), SessionView.class);
  }

  /** Ends one within seconds, everywhere. */
  public SessionView revoke(String sessionEuid, String reason) {
    return Wire.read(
        http.post(
            SESSIONS + "/" + Calls.in(sessionEuid) + "/revoke",
            new Plain().set("reason", reason).body()),
        SessionView.class);
  }

  /** Ends all of one's own. */
  public SessionsEnded revokeAll(String reason) {
    return revokeAll(new Plain().set("reason", reason));
  }

  /** Ends all of somebody's; for administrators. */
  public SessionsEnded revokeAll(String principal, String reason) {
    return revokeAll(new Plain().set("principal", principal).set("reason", reason));
  }

  private SessionsEnded revokeAll(Plain request) {
    return Wire.read(http.post(SESSIONS + "/revoke-all", request.body()), SessionsEnded.class);
  }
}
