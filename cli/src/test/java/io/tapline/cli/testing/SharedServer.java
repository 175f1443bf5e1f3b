package io.tapline.cli.testing;

import io.tapline.server.testing.TestTapline;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** One server for all tests of a JVM that ask for it; queues of their own keep them apart. */
public final class SharedServer implements BeforeAllCallback {

  private static TestTapline tapline;

  /** For classes that are extended with this one. */
  public static synchronized TestTapline tapline() {
    if (tapline == null) {
      tapline = TestTapline.start();
    }
    return tapline;
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    // Closed with the last class, before PostgreSQL is. Not with the run: Surefire runs each class
    // by itself.
    context
        .getStore(
            ExtensionContext.StoreScope.LAUNCHER_SESSION,
            ExtensionContext.Namespace.create(SharedServer.class))
        .computeIfAbsent(Running.class, key -> new Running(), Running.class);
  }

  private record Running() implements AutoCloseable {
    @Override
    public void close() {
      end();
    }
  }

  private static synchronized void end() {
    if (tapline != null) {
      tapline.close();
      tapline = null;
    }
  }
}
