package io.tapline.engine.action;

/** What an action on a subject needs beside the subject, its newest lease, worker and queues. */
public enum ActionNeed {
  /** A lapsed lease of the subject is settled first, so that its attempt is counted. */
  SETTLED_LAPSE,
  /** The holds that are active on the subject. */
  ACTIVE_HOLDS,
  /** The last record without a lease, which the action's own record may supersede. */
  LAST_UNLEASED_RECORD,
  /** The dispatch of the subject under the reference that the request names. */
  NAMED_DISPATCH,
  /** The dead letter of the subject that is still open. */
  OPEN_DEAD_LETTER,
  /** How the jobs stand that the subject waits for. */
  DEPENDENCIES,
  /** All that was done to the subject, summed up. */
  HISTORY,
  /**
   * Identifiers for what it may make beside its action: a lease, a record, a hold, a dead letter.
   */
  NEW_OBJECTS
}
