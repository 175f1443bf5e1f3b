package io.tapline.postgres;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.apache.commons.io.file.PathUtils;

/**
 * Unpacked binaries, one folder per content. A complete folder appears by rename, so that every
 * visible folder is usable; the lock only prevents a second JVM from unpacking the same archive.
 */
final class BinaryCache {

  private final Path root;

  private BinaryCache(Path root) {
    this.root = root;
  }

  /**
   * The cache is in the user's cache folder and not in the temporary folder, which many machines
   * clean while servers run.
   */
  static BinaryCache of(ServerDirectory directory) throws IOException {
    try {
      return new BinaryCache(Files.createDirectories(userCache().resolve("tapline/postgresql")));
    } catch (IOException e) {
      return new BinaryCache(Files.createDirectories(directory.binaries()));
    }
  }

  private static Path userCache() throws IOException {
    String configured = System.getenv("XDG_CACHE_HOME");
    if (configured != null && Path.of(configured).isAbsolute()) {
      return Path.of(configured);
    }
    Path home = Path.of(System.getProperty("user.home"));
    if (!home.isAbsolute() || !Files.isDirectory(home)) {
      throw new IOException("no home folder");
    }
    return home.resolve(".cache");
  }

  Path unpacked(PostgresArchive archive) throws IOException {
    Path folder = root.resolve(archive.digest());
    if (!Files.isDirectory(folder)) {
      unpack(archive, folder);
    }
    return folder.toRealPath();
  }

  // A file lock excludes other JVMs only; the threads of one JVM need the monitor.
  private void unpack(PostgresArchive archive, Path folder) throws IOException {
    synchronized (BinaryCache.class) {
      Path lockFile = root.resolve(folder.getFileName() + ".lock");
      try (FileChannel channel =
              FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock lock = channel.lock()) {
        if (lock.isValid() && !Files.isDirectory(folder)) {
          sweepHalfUnpacked(folder);
          Path fresh = Files.createTempDirectory(root, folder.getFileName() + "-");
          archive.extractTo(fresh);
          Files.move(fresh, folder, StandardCopyOption.ATOMIC_MOVE);
        }
      }
    }
  }

  private void sweepHalfUnpacked(Path folder) throws IOException {
    try (DirectoryStream<Path> halves =
        Files.newDirectoryStream(root, folder.getFileName() + "-*")) {
      for (Path half : halves) {
        PathUtils.deleteDirectory(half);
      }
    }
  }
}
