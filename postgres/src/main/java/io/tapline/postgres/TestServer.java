package io.tapline.postgres;

import java.util.UUID;

/**
 * One PostgreSQL per test JVM, started at first use: the embedded one, or the one that {@value
 * #URL_VARIABLE} names.
 */
public final class TestServer {

  static final String URL_VARIABLE = "TAPLINE_TEST_DATABASE_URL";

  private TestServer() {}

  /** Fresh and empty. */
  public static ScratchDatabase database() {
    String unique = UUID.randomUUID().toString().replace("-", "");
    return new ScratchDatabase(Running.ADMIN, "test_" + unique);
  }

  /** Loaded, and so started, at first use. */
  private static final class Running {

    static final AdminLogin ADMIN = login();

    private static AdminLogin login() {
      String url = System.getenv(URL_VARIABLE);
      return url == null || url.isBlank()
          ? AdminLogin.of(TestDirectories.inTemporaryFolder().start())
          : AdminLogin.parse(url.strip());
    }
  }
}
