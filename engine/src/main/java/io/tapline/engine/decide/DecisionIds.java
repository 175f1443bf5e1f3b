package io.tapline.engine.decide;

import io.tapline.engine.model.ObjectRef;

/** Identifiers and chance, drawn outside and passed in, so that a decision is a function. */
public interface DecisionIds {

  ObjectRef lease();

  ObjectRef record();

  ObjectRef hold();

  ObjectRef deadLetter();

  String leaseToken();

  /** From -1 to 1. */
  double jitter();
}
