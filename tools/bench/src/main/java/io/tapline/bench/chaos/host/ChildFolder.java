package io.tapline.bench.chaos.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** The folder of one run; deleted at its end, also after an interrupt, unless it is to be kept. */
public final class ChildFolder implements AutoCloseable {

  private final Path path;
  private final Thread hook = new Thread(this::end, "chaos-cleanup");
  private AutoCloseable first = () -> {};
  private boolean kept;
  private boolean ended;

  private ChildFolder(Path path) {
    this.path = path;
  }

  public static ChildFolder create() {
    try {
      var folder = new ChildFolder(Files.createTempDirectory("tapline-chaos"));
      Runtime.getRuntime().addShutdownHook(folder.hook);
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Path path() {
    return path;
  }

  /** Sets the resource that is closed before the folder is deleted. */
  public synchronized void atExit(AutoCloseable before) {
    first = before;
  }

  public synchronized void keep() {
    kept = true;
  }

  private synchronized void end() {
    if (ended) {
      return;
    }
    ended = true;
    try {
      first.close();
    } catch (Exception e) {
      System.err.println("chaos: not all processes ended: " + e);
    }
    if (!kept) {
      remove();
    }
  }

  private void remove() {
    try (var files = Files.walk(path)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(java.io.File::delete);
    } catch (IOException | UncheckedIOException e) {
      System.err.println("chaos: could not remove " + path + ": " + e.getMessage());
    }
  }

  @Override
  public void close() {
    end();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is shutting down, and the hook does the same.
    }
  }
}
