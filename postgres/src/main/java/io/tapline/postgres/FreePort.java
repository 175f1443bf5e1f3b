package io.tapline.postgres;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Finds a free port; another process may take it, so the caller must be ready to try again. */
final class FreePort {

  private FreePort() {}

  static int next() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      return socket.getLocalPort();
    }
  }
}
