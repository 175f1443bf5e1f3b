package io.tapline.client.api;

/** Selects open sessions. */
public final class SessionFilter extends ListFilter<SessionFilter> {

  private SessionFilter() {}

  public static SessionFilter all() {
    return new SessionFilter();
  }

  /** Sessions of this principal; callers without the role admin can list only their own. */
  public SessionFilter principal(String value) {
    return set("principal", value);
  }
}
