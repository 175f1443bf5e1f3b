package io.tapline.server.longpoll;

/**
 * How many requests of one tenant may wait at a server. A tenant may have as many as are still
 * free: the first tenant gets half of all, and there is always room for a tenant that has none. A
 * request beyond that is answered at once.
 */
final class WaitQuota {

  /** Each is a connection and some 50 KB. */
  static final int SEATS = 10_000;

  private WaitQuota() {}

  /**
   * @param taken by all tenants
   * @param own of them by this one
   */
  static boolean admits(int taken, int own) {
    return own < SEATS - taken;
  }
}
