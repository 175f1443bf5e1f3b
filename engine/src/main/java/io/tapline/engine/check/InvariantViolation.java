package io.tapline.engine.check;

/**
 * A violated invariant.
 *
 * @param invariant the name of the statement that checks the rule
 * @param object the EUID of the object that violates it
 * @param found the actual data
 */
public record InvariantViolation(String invariant, String object, String found) {

  @Override
  public String toString() {
    return invariant + ": " + object + ": " + found;
  }
}
