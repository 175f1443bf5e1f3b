package io.tapline.server.waiting;

/**
 * Who may take a seat in a waiting room. A tenant may have as many as are still free: the first one
 * to come gets half of the room, and there is always a seat for a tenant that has none. Who gets
 * none is answered at once, as when the room is full.
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
