package io.tapline.client.error;

/** A fault of the server's own. */
public final class ServerFaultException extends TaplineException {

  ServerFaultException(Problem problem) {
    super(problem, "look for it in the server's log");
  }

  @Override
  public boolean passing() {
    return true;
  }
}
