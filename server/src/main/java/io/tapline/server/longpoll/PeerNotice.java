package io.tapline.server.longpoll;

/**
 * What servers on one database tell each other, as the text of a notification. No data: a tenant's
 * number and a queue's fingerprint at most.
 *
 * @param server who says it
 * @param tenantId 0 where it is about all
 * @param queue null where it is about all
 */
record PeerNotice(String server, Kind kind, long tenantId, QueueFingerprint queue) {

  /** The channel, as the database's own functions know it too. */
  static final String CHANNEL = "tapline";

  enum Kind {
    /** I am new: say again who waits with you. */
    HELLO,
    /** Workers of this tenant wait with me, or readers of its events. Said again while they do. */
    WAITING,
    /** Work has come into a queue. */
    WORK,
    /** Something was done that is no work for anyone. */
    ACTED,
    /** The test clock was moved. */
    CLOCK
  }

  /** Null for what is not ours: anyone can send to a channel. */
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
