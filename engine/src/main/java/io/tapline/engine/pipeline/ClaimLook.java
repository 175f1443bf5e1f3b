package io.tapline.engine.pipeline;

import io.tapline.engine.model.ClaimAnswer;

/**
 * What one look for work came to.
 *
 * @param answer what was claimed; null otherwise
 * @param nothing at one instant of the look nothing was claimable
 */
record ClaimLook(ClaimAnswer answer, boolean nothing) {

  /** At one instant nothing was claimable for this worker. */
  static final ClaimLook NOTHING = new ClaimLook(null, true);

  /** Something is there, or may be: another was quicker, or has it locked. */
  static final ClaimLook MISSED = new ClaimLook(null, false);

  static ClaimLook of(ClaimAnswer answer) {
    return new ClaimLook(answer, false);
  }
}
