package io.tapline.client;

/** The server, or its database, is stopping, starting or overloaded. */
public final class UnavailableException extends TaplineException {

  UnavailableException(Problem problem) {
    super(problem, "send the same request again later");
  }

  @Override
  public boolean passing() {
    return true;
  }
}
