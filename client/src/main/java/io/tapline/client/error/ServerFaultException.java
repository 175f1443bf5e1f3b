package io.tapline.client.error;

/** An internal error of the server. */
public final class ServerFaultException extends TaplineException {

  ServerFaultException(Problem problem) {
    super(problem, "check the log of the server");
  }

  @Override
  public boolean passing() {
    return true;
  }
}
