package io.tapline.bench.chaos.log;

import java.util.List;

/**
 * One line of the log that each client process writes: before a request is sent, and when its
 * answer is there or will never be.
 *
 * @param at {@code System.nanoTime}, which all processes of one machine share
 * @param who the loop that called
 * @param call its number, the same for all tries of one call
 * @param op the last part of the path
 * @param status of the answer, 0 where there is none
 * @param text the whole answer, of calls that were made again on purpose; the feed's next cursor
 */
public record LogLine(
    Kind kind,
    long at,
    String who,
    long call,
    String op,
    int status,
    String text,
    List<LogItem> items) {

  /** What the line tells. */
  public enum Kind {
    /** A request is about to go out. */
    SENT,
    /** An answer came. */
    GOT,
    /** No answer came, and none will: the connection broke, or the time was up. */
    LOST,
    /** A page of the feed was read. */
    PAGE,
    /** A handler of the Java client's worker was given work. */
    HANDLED
  }

  public LogLine {
    items = items == null ? List.of() : List.copyOf(items);
  }
}
