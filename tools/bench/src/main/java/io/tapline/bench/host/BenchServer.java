package io.tapline.bench.host;

import io.tapline.postgres.EmbeddedServer;
import io.tapline.tapdb.Database;
import java.util.function.Supplier;

/** A durable PostgreSQL for one run, in a temporary directory. */
public final class BenchServer implements AutoCloseable {

  /**
   * Passwords of the roles that own the schema and serve. The roles belong to the whole server, so
   * all sites and served processes of a run have the same.
   */
  public static final Database.Passwords PASSWORDS =
      new Database.Passwords("owner-of-bench", "serving-bench");

  private final ScratchDirectory directory;
  private final EmbeddedServer server;
  private String original;

  private BenchServer(ScratchDirectory directory) {
    this.directory = directory;
    this.server = directory.start(EmbeddedServer::start);
  }

  public static BenchServer start() {
    var directory = ScratchDirectory.create("tapline-bench");
    try {
      return new BenchServer(directory);
    } catch (RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  EmbeddedServer postgres() {
    return server;
  }

  /** The name of the database that is the original of copies. */
  synchronized String original(Supplier<String> make) {
    if (original == null) {
      original = make.get();
    }
    return original;
  }

  @Override
  public void close() {
    directory.close();
  }
}
