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

  /** What copies are made of, by what made them ready. */
  private static final Map<String, ScratchDatabase> ORIGINALS = new ConcurrentHashMap<>();

  private TestServer() {}

  /** Fresh and empty. */
  public static ScratchDatabase database() {
    // Not template1: a copy of that is refused while anyone is connected to it.
    return copyOf("template0");
  }

  /**
   * Fresh, and as one that was made ready before: to copy a database is much quicker than to
   * migrate one.
   *
   * @param name of the way in which it is made ready
   * @param ready makes an empty one ready, once, and leaves no connection to it
   */
  public static ScratchDatabase database(String name, Consumer<ScratchDatabase> ready) {
    return copyOf(ORIGINALS.computeIfAbsent(name, unused -> original(ready)).name());
  }

  /** A copy of one to which nobody is connected. */
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

  /** Loaded, and so started, at first use. */
  private static final class Running {

    private static final String URL = System.getenv(URL_VARIABLE);
    private static final boolean OURS = URL == null || URL.isBlank();

    static final AdminLogin ADMIN =
        OURS
            ? AdminLogin.of(TestDirectories.inTemporaryFolder().start())
            : AdminLogin.parse(URL.strip());

    /** Takes a checkpoint, which is cheap where nobody waits for the disk, and half the work. */
    static final String STRATEGY = OURS ? " STRATEGY FILE_COPY" : "";
  }
}
