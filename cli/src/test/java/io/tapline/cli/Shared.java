package io.tapline.cli;

import io.tapline.server.testing.TestTapline;

/** One server for all tests of a JVM; queues of their own keep them apart. */
final class Shared {

  private static TestTapline tapline;

  private Shared() {}

  static synchronized TestTapline tapline() {
    if (tapline == null) {
      tapline = TestTapline.start();
      Runtime.getRuntime().addShutdownHook(new Thread(tapline::close));
    }
    return tapline;
  }
}
