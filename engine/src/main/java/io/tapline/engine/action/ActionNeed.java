package io.tapline.engine.action;

/** The data that an action on a job needs besides the job, its newest lease, worker and queues. */
public enum ActionNeed {
  /** A lapsed lease of the job is settled first, so that its attempt is counted. */
  SETTLED_LAPSE,
  ACTIVE_HOLDS,
  /** The last record without a lease, which the record of the action may supersede. */
  LAST_UNLEASED_RECORD,
  /** The dispatch of the job under the reference that the request names. */
  NAMED_DISPATCH,
  OPEN_DEAD_LETTER,
  /** The states of the jobs that the job depends on. */
  DEPENDENCIES,
  /** A summary of all actions on the job. */
  HISTORY,
  /**
   * Identifiers for objects that the action may create: a lease, a record, a hold, a dead letter.
   */
  NEW_OBJECTS
}
