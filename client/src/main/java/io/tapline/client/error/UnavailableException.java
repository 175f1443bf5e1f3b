package io.tapline.client.error;

/** The server, or its database, is stopping, starting or overloaded. */
public final class UnavailableException extends TaplineException {

  public UnavailableException(Problem problem) {
    super(problem, "send the same request again later");
  }

  @Override
  public boolean passing() {
    return true;
  }
}
