package io.tapline.client.api;

import io.tapline.api.Page;
import io.tapline.client.http.TaplineHttp;

/** Browser sessions: the caller's own, and all sessions for administrators. */
public final class Sessions {

  private static final String SESSIONS = "/api/v1/sessions";

  private final TypedCalls calls;

  public Sessions(TaplineHttp http) {
    calls = new TypedCalls(http);
  }

  /** Open sessions, oldest first. */
  public Page<SessionView> list(SessionFilter filter) {
    return calls.page(SESSIONS, filter.query(), SessionView.class);
  }

  /** Ends a session on all servers within seconds. */
  public SessionView revoke(String sessionEuid, String reason) {
    return calls.post(
        SESSIONS + "/" + TypedCalls.in(sessionEuid) + "/revoke", reason, SessionView.class);
  }

  /** Ends all sessions of the caller. */
  public SessionsEnded revokeAll(String reason) {
    return revokeAll(new PlainRequest().set("reason", reason));
  }

  /** Ends all sessions of a principal; for administrators. */
  public SessionsEnded revokeAll(String principal, String reason) {
    return revokeAll(new PlainRequest().set("principal", principal).set("reason", reason));
  }

  private SessionsEnded revokeAll(PlainRequest request) {
    return calls.post(SESSIONS + "/revoke-all", request, SessionsEnded.class);
  }
}
