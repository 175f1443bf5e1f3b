package io.tapline.bench.host;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.function.Function;

/**
 * A temporary directory with a server. Both are removed when it is closed or the run is
 * interrupted, because a PostgreSQL outlives the JVM that started it.
 */
public final class ScratchDirectory implements AutoCloseable {

  private final Path path;
  private final Thread onInterrupt = new Thread(this::remove, "bench-cleanup");
  private AutoCloseable server;
  private boolean removed;
  private boolean kept;

  private ScratchDirectory(Path path) {
    this.path = path;
  }

  public static ScratchDirectory create(String prefix) {
    var directory =
        new ScratchDirectory(UncheckedCalls.get(() -> Files.createTempDirectory(prefix)));
    Runtime.getRuntime().addShutdownHook(directory.onInterrupt);
    return directory;
  }

  /**
   * Starts a server in the directory; an earlier one has been closed. An interrupt during a start
   * waits for the lock, so that it can stop the server.
   */
  public synchronized <T extends AutoCloseable> T start(Function<Path, T> starting) {
    if (removed) {
      throw new IllegalStateException("the run was interrupted");
    }
    var started = starting.apply(path);
    server = started;
    return started;
  }

  public Path path() {
    return path;
  }

  /** Keeps the files; the server is closed all the same. */
  public synchronized void keep() {
    kept = true;
  }

  @Override
  public void close() {
    remove();
    try {
      Runtime.getRuntime().removeShutdownHook(onInterrupt);
    } catch (IllegalStateException e) {
      // The JVM is shutting down, and the hook does the same.
    }
  }

  private synchronized void remove() {
    if (removed) {
      return;
    }
    removed = true;
    try {
      if (server != null) {
        UncheckedCalls.run(server::close);
      }
    } finally {
      if (!kept) {
        delete();
      }
    }
  }

  private void delete() {
    try (var paths = Files.walk(path)) {
      paths.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    } catch (IOException | UncheckedIOException e) {
      System.err.println("could not remove " + path + ": " + e.getMessage());
    }
  }
}
