package io.tapline.engine.pipeline;

import io.tapline.engine.model.ClaimAnswer;

/**
 * What one scan for candidates came to.
 *
 * @param answer what was claimed; null otherwise
 * @param nothing at one instant of the scan nothing was claimable
 */
record ClaimScanOutcome(ClaimAnswer answer, boolean nothing) {

  /** At one instant nothing was claimable for this worker. */
  static final ClaimScanOutcome NOTHING = new ClaimScanOutcome(null, true);

  /** Something is there, or may be: another was quicker, or has it locked. */
  static final ClaimScanOutcome MISSED = new ClaimScanOutcome(null, false);

  static ClaimScanOutcome of(ClaimAnswer answer) {
    return new ClaimScanOutcome(answer, false);
  }
}
