package io.tapline.spring;

/**
 * The configuration prevents the start of Tapline; the exception carries the cause and the remedy.
 */
public final class TaplineStartException extends RuntimeException {

  private final String action;

  TaplineStartException(String sentence, String action) {
    this(sentence, action, null);
  }

  TaplineStartException(String sentence, String action, Throwable cause) {
    super(sentence, cause);
    this.action = action;
  }

  /** The remedy. */
  public String action() {
    return action;
  }
}
