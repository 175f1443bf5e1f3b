package io.tapline.engine.domain;

/** The object of a pack action: a leased subject, any subject, or none. */
public enum ActionTarget {
  /**
   * The subject and every member need a live lease of the worker: the one that the request names,
   * one that the worker holds, or one that is granted in the same transaction.
   */
  LEASE,
  /** An existing subject, leased or not. */
  SUBJECT,
  /** The action creates its objects. */
  NOTHING
}
