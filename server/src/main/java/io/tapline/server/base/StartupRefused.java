package io.tapline.server.base;

/** The server cannot start; the message is one sentence with the cause and the remedy. */
public final class StartupRefused extends RuntimeException {

  public StartupRefused(String sentence) {
    super(sentence);
  }

  public StartupRefused(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
