package io.tapline.postgres;

import java.io.IOException;

/** Uses the test server as a test would, and stays until its input ends. */
final class ChildTestServerMain {

  private ChildTestServerMain() {}

  public static void main(String[] arguments) throws IOException {
    try (ScratchDatabase database = TestServer.database()) {
      System.out.println(database.name());
      while (System.in.read() >= 0) {
        // Only its end matters.
      }
    }
  }
}
