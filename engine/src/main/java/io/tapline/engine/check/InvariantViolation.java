package io.tapline.engine.check;

/**
 * Something that must never be.
 *
 * @param invariant the rule, by the name of the statement that looks for breaches of it
 * @param object the EUID of the object that breaks it
 * @param found what is there instead
 */
public record InvariantViolation(String invariant, String object, String found) {

  @Override
  public String toString() {
    return invariant + ": " + object + ": " + found;
  }
}
