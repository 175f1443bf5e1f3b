package io.tapline.server.base;

/** The server cannot start; the message is one sentence that says why and what to do. */
public final class StartupRefused extends RuntimeException {

  public StartupRefused(String sentence) {
    super(sentence);
  }

  public StartupRefused(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
