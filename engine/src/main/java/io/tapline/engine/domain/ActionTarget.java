package io.tapline.engine.domain;

/** What an action of a pack is about: a leased subject, any subject, or nothing that exists. */
public enum ActionTarget {
  /**
   * Its subject, and every member, under a live lease of the worker: the one that the request
   * names, one that the worker holds, or one that is granted in the same transaction.
   */
  LEASE,
  /** A subject that exists, whether or not a worker has it. */
  SUBJECT,
  /** Nothing: it makes something. */
  NOTHING
}
