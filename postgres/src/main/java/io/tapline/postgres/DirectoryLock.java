package io.tapline.postgres;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Allows one live JVM per directory. The operating system releases the lock when the JVM ends in
 * any way.
 *
 * <p>A process loses a POSIX lock as soon as it closes any handle on the file, even another one. So
 * this JVM keeps a set of its locked files and never opens one a second time.
 */
final class DirectoryLock implements AutoCloseable {

  private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final FileChannel channel;

  private DirectoryLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  static DirectoryLock acquire(ServerDirectory directory) throws IOException {
    return tryAcquire(directory)
        .orElseThrow(
            () ->
                new EmbeddedServerException(
                    "The directory %s is in use by process %s: stop that one first, or choose another directory."
                        .formatted(directory.root(), holder(directory.lock()))));
  }

  static Optional<DirectoryLock> tryAcquire(ServerDirectory directory) throws IOException {
    Path file = directory.lock();
    if (!HELD_HERE.add(file)) {
      return Optional.empty();
    }
    FileChannel channel = null;
    boolean locked = false;
    try {
      channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      FileLock lock = channel.tryLock();
      locked = lock != null;
      if (!locked) {
        return Optional.empty();
      }
      sign(channel);
      return Optional.of(new DirectoryLock(file, channel));
    } finally {
      if (!locked) {
        if (channel != null) {
          channel.close();
        }
        HELD_HERE.remove(file);
      }
    }
  }

  private static void sign(FileChannel channel) throws IOException {
    String pid = Long.toString(ProcessHandle.current().pid());
    channel.truncate(0);
    channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.UTF_8)));
  }

  private static String holder(Path file) {
    if (HELD_HERE.contains(file)) {
      return Long.toString(ProcessHandle.current().pid());
    }
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      return "unknown";
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new EmbeddedServerException("The lock %s could not be let go.".formatted(file), e);
    } finally {
      HELD_HERE.remove(file);
    }
  }
}
