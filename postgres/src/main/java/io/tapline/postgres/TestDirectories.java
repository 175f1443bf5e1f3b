package io.tapline.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.io.file.PathUtils;

/**
 * The folders of test servers: one per JVM, deleted at its end, or by a later JVM if it was killed.
 */
final class TestDirectories {

  private static final String PREFIX = "tapline-test-";

  private final Path parent;

  TestDirectories(Path parent) {
    this.parent = parent;
  }

  static TestDirectories inTemporaryFolder() {
    return new TestDirectories(Path.of(System.getProperty("java.io.tmpdir")));
  }

  /** Adds a hook that stops the server and deletes its folder. */
  EmbeddedServer start() {
    // One JVM at a time enters, because a new folder without a lock looks abandoned.
    Path gate = parent.resolve("tapline-tests-of-" + System.getProperty("user.name") + ".lock");
    try (FileChannel channel =
            FileChannel.open(gate, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock turn = channel.lock()) {
      assert turn.isValid();
      sweep();
      return startIn(Files.createTempDirectory(parent, PREFIX));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static EmbeddedServer startIn(Path folder) {
    EmbeddedServer server =
        EmbeddedServer.in(folder)
            .thrownAway()
            .setting("max_connections", "300")
            .setting("shared_buffers", "128MB")
            // Tests connect a thousand times, and their passwords need no protection.
            .setting("scram_iterations", "1")
            // The databases are too short-lived to need it, and plans stay reproducible.
            .setting("autovacuum", "off")
            .start();
    hashPasswordAgain(server);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(server), "tapline-test-server-end"));
    return server;
  }

  /** initdb hashed the password before the setting applied. */
  private static void hashPasswordAgain(EmbeddedServer server) {
    AdminLogin login = AdminLogin.of(server);
    login.execute("ALTER ROLE " + login.user() + " PASSWORD '" + login.password() + "'");
  }

  private static void end(EmbeddedServer server) {
    server.close();
    try {
      PathUtils.deleteDirectory(server.directory());
    } catch (IOException e) {
      // Another JVM may delete the folder at the same time; the next start deletes the rest.
      return;
    }
  }

  /** Stops the servers and deletes the folders of killed JVMs. @return the deleted folders */
  List<Path> sweep() throws IOException {
    List<Path> swept = new ArrayList<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, PREFIX + "*")) {
      for (Path folder : folders) {
        if (isLeftOver(folder)) {
          swept.add(folder);
        }
      }
    }
    return swept;
  }

  /** An ending JVM deletes its folder without the lock, so the folder may disappear here. */
  private static boolean isLeftOver(Path folder) {
    try {
      return Files.isDirectory(folder) && isOurs(folder) && end(folder);
    } catch (IOException | EmbeddedServerException e) {
      return false;
    }
  }

  private static boolean isOurs(Path folder) throws IOException {
    return Files.getOwner(folder).getName().equals(System.getProperty("user.name"));
  }

  private static boolean end(Path folder) throws IOException {
    ServerDirectory directory = ServerDirectory.at(folder);
    Optional<DirectoryLock> lock = DirectoryLock.tryAcquire(directory);
    if (lock.isEmpty()) {
      return false;
    }
    try (DirectoryLock held = lock.get()) {
      assert held != null;
      new Postmaster(directory, PostgresBinaries.unpackedFor(directory)).stop();
      PathUtils.deleteDirectory(directory.root());
    }
    return true;
  }
}
