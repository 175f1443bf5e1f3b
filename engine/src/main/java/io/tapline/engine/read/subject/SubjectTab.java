package io.tapline.engine.read.subject;

import java.util.Locale;

/** The parts of a queue that screens show separately. */
public enum SubjectTab {
  /** Jobs with a live lease. */
  LEASED,
  /** Jobs that failed, wait for a retry and are not leased. */
  RETRYING,
  HELD,
  /** Jobs whose ready time is in the future. */
  NOT_READY,
  /** Claimable jobs, in claim order. */
  VISIBLE,
  /** Unfinished jobs past their due date or the deadline of their external work. */
  OVERDUE,
  /** Completed, terminally failed and cancelled jobs. */
  TERMINAL;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
