package io.tapline.client.api;

/** Which open sessions. */
public final class SessionFilter extends ListFilter<SessionFilter> {

  private SessionFilter() {}

  /** Without any condition. */
  public static SessionFilter all() {
    return new SessionFilter();
  }

  /** Only those of one; who is no administrator sees no other than their own. */
  public SessionFilter principal(String value) {
    return set("principal", value);
  }
}
