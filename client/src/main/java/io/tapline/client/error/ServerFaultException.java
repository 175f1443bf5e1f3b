package io.tapline.client.error;

/** An internal error of the server. */
public final class ServerFaultException extends TaplineException {

  ServerFaultException(Problem problem) {
    super(problem, "look for it in the server's log");
  }

  @Override
  public boolean passing() {
    return true;
  }
}
