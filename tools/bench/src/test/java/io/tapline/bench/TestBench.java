package io.tapline.bench;

import io.tapline.bench.host.BenchServer;

/** One PostgreSQL for all tests of this JVM; it goes with the JVM. */
public final class TestBench {

  private TestBench() {}

  public static BenchServer server() {
    return Running.SERVER;
  }

  /** Loaded, and so started, at first use. */
  private static final class Running {

    static final BenchServer SERVER = BenchServer.start();
  }
}
