package io.tapline.spring;

/** The application cannot start with Tapline as it is set up: one sentence, and what to do. */
public final class TaplineStartException extends RuntimeException {

  private final String action;

  TaplineStartException(String sentence, String action) {
    this(sentence, action, null);
  }

  TaplineStartException(String sentence, String action, Throwable cause) {
    super(sentence, cause);
    this.action = action;
  }

  /** What to do about it. */
  public String action() {
    return action;
  }
}
