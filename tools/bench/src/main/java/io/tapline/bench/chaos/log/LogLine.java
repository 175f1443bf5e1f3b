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
    List<LogItem> items) {

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
}
