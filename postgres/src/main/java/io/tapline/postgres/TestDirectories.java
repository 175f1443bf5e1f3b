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
 * The folders of test servers: one per JVM, deleted at its end, or by a later JVM when that end was
 * a kill.
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

  /** With a hook that stops the server and deletes its folder. */
  EmbeddedServer start() {
    // One JVM at a time: a folder just made and not yet locked looks like a left-over one.
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
            // Tests connect a thousand times, and nobody guesses at these passwords.
            .setting("scram_iterations", "1")
            // Databases are gone before they need it, and plans are the same whatever the hour.
            .setting("autovacuum", "off")
            .start();
    hashPasswordAgain(server);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(server), "tapline-test-server-end"));
    return server;
  }

  /** The one that the cluster was made with was hashed before the setting held. */
  private static void hashPasswordAgain(EmbeddedServer server) {
    AdminLogin login = AdminLogin.of(server);
    login.execute("ALTER ROLE " + login.user() + " PASSWORD '" + login.password() + "'");
  }

  private static void end(EmbeddedServer server) {
    server.close();
    try {
      PathUtils.deleteDirectory(server.directory());
    } catch (IOException e) {
      // Another JVM's sweep is deleting it as well; what stays, the next one takes.
      return;
    }
  }

  /** Stops and deletes what killed JVMs left; says what it deleted. */
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

  /**
   * A JVM that is just ending deletes its folder too, without the gate; the second one finds it
   * going.
   */
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
