package io.tapline.engine.read.subject;

import java.util.Locale;

/** The parts of a queue that people look at one by one. */
public enum SubjectTab {
  /** Under a live lease. */
  LEASED,
  /** Failed, to be tried again, and not leased yet. */
  RETRYING,
  /** Held. */
  HELD,
  /** Its time has not come. */
  NOT_READY,
  /** What a claim would take, in its order. */
  VISIBLE,
  /** Not finished, and past its due date or the deadline of its work outside. */
  OVERDUE,
  /** Completed, failed for good or cancelled. */
  TERMINAL;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
