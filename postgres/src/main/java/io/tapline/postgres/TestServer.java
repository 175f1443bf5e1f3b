package io.tapline.postgres;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * One PostgreSQL per test JVM, started at first use: the embedded one, or the one that {@value
 * #URL_VARIABLE} names.
 */
public final class TestServer {

  static final String URL_VARIABLE = "TAPLINE_TEST_DATABASE_URL";

  /** The original of each kind of copy, by the name of its preparation. */
  private static final Map<String, ScratchDatabase> ORIGINALS = new ConcurrentHashMap<>();

  private TestServer() {}

  /** A new, empty database. */
  public static ScratchDatabase database() {
    // A copy of template1 is refused while a connection to it exists.
    return copyOf("template0");
  }

  /**
   * A copy of a prepared database: copying is much faster than migrating.
   *
   * @param name name of the preparation
   * @param ready prepares an empty database, once, and leaves no connection to it
   */
  public static ScratchDatabase database(String name, Consumer<ScratchDatabase> ready) {
    return copyOf(ORIGINALS.computeIfAbsent(name, unused -> original(ready)).name());
  }

  /** A copy of a database without connections. */
  public static ScratchDatabase copyOf(ScratchDatabase original) {
    return copyOf(original.name());
  }

  private static ScratchDatabase original(Consumer<ScratchDatabase> ready) {
    ScratchDatabase original = database();
    Runtime.getRuntime().addShutdownHook(new Thread(original::close));
    ready.accept(original);
    return original;
  }

  private static ScratchDatabase copyOf(String template) {
    String unique = UUID.randomUUID().toString().replace("-", "");
    return new ScratchDatabase(Running.ADMIN, "test_" + unique, template + Running.STRATEGY);
  }

  /** The class is loaded, and the server started, at first use. */
  private static final class Running {

    private static final String URL = System.getenv(URL_VARIABLE);
    private static final boolean OURS = URL == null || URL.isBlank();

    static final AdminLogin ADMIN =
        OURS
            ? AdminLogin.of(TestDirectories.inTemporaryFolder().start())
            : AdminLogin.parse(URL.strip());

    /** A file copy takes a checkpoint, which is cheap without fsync, and halves the work. */
    static final String STRATEGY = OURS ? " STRATEGY FILE_COPY" : "";
  }
}
