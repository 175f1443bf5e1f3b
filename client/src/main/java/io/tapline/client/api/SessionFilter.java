package io.tapline.client.api;

/** Which open sessions. */
public final class SessionFilter extends ListFilter<SessionFilter> {

  private SessionFilter() {}

  /** Without any condition. */
  public static SessionFilter all() {
    return new SessionFilter();
  }

  /** Only those of one principal; without the role admin one sees only one's own. */
  public SessionFilter principal(String value) {
    return set("principal", value);
  }
}
