package io.tapline.engine.decide;

import io.tapline.engine.model.Ref;

/** Identifiers and chance, drawn outside and passed in, so that a decision is a function. */
public interface Draw {

  Ref lease();

  Ref record();

  Ref hold();

  Ref deadLetter();

  String leaseToken();

  /** From -1 to 1. */
  double jitter();
}
