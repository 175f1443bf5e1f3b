package io.tapline.bench.host;

import io.tapline.postgres.EmbeddedServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.function.Supplier;

/**
 * A durable PostgreSQL for one run, in a temporary directory. Both are gone when it is closed, and
 * when the run is interrupted: the embedded server itself outlives its JVM.
 */
public final class BenchServer implements AutoCloseable {

  private final Path directory;
  private final Thread onInterrupt = new Thread(this::remove, "bench-cleanup");
  private EmbeddedServer server;
  private String original;
  private boolean removed;

  private BenchServer(Path directory) {
    this.directory = directory;
  }

  public static BenchServer start() throws IOException {
    var bench = new BenchServer(Files.createTempDirectory("tapline-bench"));
    Runtime.getRuntime().addShutdownHook(bench.onInterrupt);
    try {
      bench.open();
    } catch (RuntimeException e) {
      bench.close();
      throw e;
    }
    return bench;
  }

  /** Under the lock, so that an interrupt in the middle of a start waits for something to stop. */
  private synchronized void open() {
    if (!removed) {
      server = EmbeddedServer.start(directory);
    }
  }

  EmbeddedServer postgres() {
    return server;
  }

  /** The name of the database that others are copied from. */
  synchronized String original(Supplier<String> make) {
    if (original == null) {
      original = make.get();
    }
    return original;
  }

  @Override
  public void close() {
    remove();
    try {
      Runtime.getRuntime().removeShutdownHook(onInterrupt);
    } catch (IllegalStateException e) {
      // The JVM is on its way out, and the hook has done, or is doing, the same.
    }
  }

  private synchronized void remove() {
    if (removed) {
      return;
    }
    removed = true;
    try {
      if (server != null) {
        server.close();
      }
    } finally {
      delete();
    }
  }

  private void delete() {
    try (var paths = Files.walk(directory)) {
      for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
