package io.tapline.engine.decide;

import io.tapline.engine.model.Ref;

/** Identifiers that count up, and a jitter that is set. */
final class Counter implements Draw {

  private long uid = 1_000;
  double jitter;

  @Override
  public Ref lease() {
    return next("XL");
  }

  @Override
  public Ref record() {
    return next("XR");
  }

  @Override
  public Ref hold() {
    return next("XH");
  }

  @Override
  public Ref deadLetter() {
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

  private Ref next(String prefix) {
    uid++;
    return new Ref(uid, "Z-" + prefix + "-" + uid);
  }
}
