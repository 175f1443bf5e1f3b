package io.tapline.engine.decide;

import io.tapline.engine.model.ObjectRef;

/**
 * Source of identifiers and random numbers. The caller passes it in, so that a decision is a pure
 * function.
 */
public interface DecisionIds {

  ObjectRef lease();

  ObjectRef record();

  /** The record of a lease, which is drawn with the lease. */
  default ObjectRef recordOf(ObjectRef lease) {
    return record();
  }

  ObjectRef hold();

  ObjectRef deadLetter();

  String leaseToken();

  /** A value from -1 to 1. */
  double jitter();
}
