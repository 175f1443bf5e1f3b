package io.tapline.bench.chaos.log;

import java.util.List;

/**
 * One line of the log of a client process, written before a request is sent and when its answer
 * arrives or is lost.
 *
 * @param at {@code System.nanoTime}, which all processes of one machine share
 * @param who the loop that called
 * @param call number of the call, equal for all its attempts
 * @param op the last part of the path
 * @param status status of the answer, 0 if there is none
 * @param text the whole answer of a call that is repeated on purpose; the next cursor of the feed
 */
public record LogLine(
    Kind kind,
    long at,
    String who,
    long call,
    String op,
    int status,
    String text,
    List<Item> items) {

  public enum Kind {
    /** A request is about to be sent. */
    SENT,
    /** An answer arrived. */
    GOT,
    /** The answer is lost: the connection broke, or the time was up. */
    LOST,
    /** A page of the feed was read. */
    PAGE,
    /** A handler of the Java client received work. */
    HANDLED
  }

  public LogLine {
    items = items == null ? List.of() : List.copyOf(items);
  }

  /**
   * One request within a call, its result, or one event of the feed.
   *
   * @param key the idempotency key; for an event its id
   * @param subject the EUID of the subject
   * @param lease the EUID of the lease
   * @param action the EUID of the action that the answer or event names
   * @param fence the fencing token of a claim; for an event the revision of the subject
   * @param code the code of a refusal; null for an acknowledged request; for an event its type
   * @param hash hash of the answer without {@code replayed}
   */
  public record Item(
      String key,
      String subject,
      String lease,
      String action,
      long fence,
      String code,
      String hash) {

    public static Item asked(String key, String subject, String lease) {
      return new Item(key, subject, lease, null, 0, null, null);
    }
  }
}
