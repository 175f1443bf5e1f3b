package io.tapline.server.longpoll;

/**
 * A notification between servers on one database. It contains no data: at most the number of a
 * tenant and the fingerprint of a queue.
 *
 * @param server the sender
 * @param tenantId 0 for all tenants
 * @param queue null for all queues
 */
record PeerNotice(String server, Kind kind, long tenantId, QueueFingerprint queue) {

  /** The channel, which functions of the database use too. */
  static final String CHANNEL = "tapline";

  enum Kind {
    /** A server has started; the others repeat their WAITING notices. */
    HELLO,
    /** Workers or event readers of this tenant wait at the sender. Repeated while they do. */
    WAITING,
    /** A queue has new work. */
    WORK,
    /** An action was carried out that created no work. */
    ACTED,
    CLOCK
  }

  /** Null for a text of another sender: any login can notify on a channel. */
  static PeerNotice parse(String text) {
    var parts = text.split(" ", -1);
    if (parts.length < 3 || parts.length > 4) {
      return null;
    }
    try {
      return new PeerNotice(
          parts[0],
          Kind.valueOf(parts[1]),
          Long.parseLong(parts[2]),
          parts.length == 4 ? new QueueFingerprint(parts[3]) : null);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  @Override
  public String toString() {
    return server + " " + kind + " " + tenantId + (queue == null ? "" : " " + queue.text());
  }
}
