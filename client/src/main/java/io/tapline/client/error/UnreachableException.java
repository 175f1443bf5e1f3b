package io.tapline.client.error;

import java.net.URI;

/** No answer arrived: the connection was refused or broke, or the time limit passed. */
public final class UnreachableException extends TaplineException {

  public UnreachableException(URI server, Throwable cause) {
    super(
        new Problem("UNREACHABLE", 0, server + " does not answer (" + why(cause) + ")", null),
        "check the URL and that the server runs",
        cause);
  }

  private static String why(Throwable cause) {
    for (var at = cause; at != null; at = at.getCause()) {
      if (at instanceof java.nio.channels.UnresolvedAddressException) {
        return "the host name is unknown";
      }
      if (at instanceof java.net.ConnectException && at.getCause() == null) {
        return at.getMessage() == null ? "connection refused" : at.getMessage();
      }
    }
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }

  @Override
  public boolean passing() {
    return true;
  }
}
