package io.tapline.engine.decide;

import io.tapline.engine.model.ObjectRef;

/** Identifiers that count up, and a jitter that is set. */
final class CountingIds implements DecisionIds {

  private long uid = 1_000;
  double jitter;

  @Override
  public ObjectRef lease() {
    return next("XL");
  }

  @Override
  public ObjectRef record() {
    return next("XR");
  }

  @Override
  public ObjectRef hold() {
    return next("XH");
  }

  @Override
  public ObjectRef deadLetter() {
    return next("XD");
  }

  @Override
  public String leaseToken() {
    return "token-" + uid;
  }

  @Override
  public double jitter() {
    return jitter;
  }

  private ObjectRef next(String prefix) {
    uid++;
    return new ObjectRef(uid, "Z-" + prefix + "-" + uid);
  }
}
