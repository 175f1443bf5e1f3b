package io.tapline.bench.chaos.check;

import java.util.List;

/** The invariants of the store hold. */
final class StoreWhole implements ChaosCheck {

  @Override
  public String name() {
    return "the store is whole";
  }

  @Override
  public String sentence() {
    return "The checker of invariants finds nothing: attempts counted right, evidence linked,"
        + " states and leases in step.";
  }

  @Override
  public List<String> breaches(RunEvidence evidence) {
    return evidence.violations();
  }
}
