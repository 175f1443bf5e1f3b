package io.tapline.server;

import io.tapline.server.base.StartupRefused;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;

/**
 * Checks the listen address before any other part starts, so that a mistake is reported at once.
 */
final class ListenAddress {

  private static final int ANY = 0;

  private ListenAddress() {}

  static void require(String host, int port) {
    try (var socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(resolved(host), port));
    } catch (BindException e) {
      throw inUse(host, port, e);
    } catch (IOException e) {
      throw new StartupRefused(
          "The server cannot listen on " + host + ":" + port + ": " + e.getMessage() + ".", e);
    }
  }

  static InetAddress resolved(String host) {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new StartupRefused(
          "There is no address '" + host + "' to listen on: choose another with --host.", e);
    }
  }

  static StartupRefused inUse(String host, int port, Exception cause) {
    boolean taken = port != ANY && String.valueOf(cause.getMessage()).contains("in use");
    return new StartupRefused(
        taken
            ? "Port "
                + port
                + " on "
                + host
                + " is in use: stop what uses it, or choose another with --port."
            : "The server cannot listen on " + host + ":" + port + ": " + cause.getMessage() + ".",
        cause);
  }
}
