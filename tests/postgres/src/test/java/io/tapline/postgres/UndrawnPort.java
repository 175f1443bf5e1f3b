package io.tapline.postgres;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A free port that stays so: below those which the operating system gives to a process that asks
 * for any.
 */
final class UndrawnPort {

  private static final int FROM = 20_000;
  private static final int TO = 32_000;

  private UndrawnPort() {}

  static int next() throws IOException {
    for (int tries = 1; ; tries++) {
      int port = ThreadLocalRandom.current().nextInt(FROM, TO);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"))) {
        return socket.getLocalPort();
      } catch (IOException e) {
        if (tries == TO - FROM) {
          throw e;
        }
      }
    }
  }
}
