package io.tapline.server.testing;

import io.tapline.engine.testing.Await;
import io.tapline.postgres.ScratchDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A pooler in front of a scratch database, with one connection for all clients of a role. */
public final class PgBouncer implements AutoCloseable {

  private static final List<Path> PLACES =
      List.of(Path.of("/usr/sbin/pgbouncer"), Path.of("/usr/bin/pgbouncer"));

  private final Process process;
  private final int port;
  private final String database;

  private PgBouncer(Process process, int port, String database) {
    this.process = process;
    this.port = port;
    this.database = database;
  }

  public static boolean isInstalled() {
    return program().findFirst().isPresent();
  }

  private static Stream<Path> program() {
    return PLACES.stream().filter(Files::isExecutable);
  }

  public static PgBouncer inTransactionMode(ScratchDatabase scratch, Path folder)
      throws IOException {
    int port = freePort();
    var behind = URI.create(scratch.jdbcUrl().substring("jdbc:".length()));
    var users = folder.resolve("users.txt");
    Files.writeString(
        users,
        """
        "%s" "%s"
        "tapline_owner" "%s"
        "tapline_serving" "%s"
        """
            .formatted(
                scratch.user(),
                scratch.password(),
                ScratchDatabase.OWNER_PASSWORD,
                ScratchDatabase.SERVING_PASSWORD));
    var settings = folder.resolve("pgbouncer.ini");
    Files.writeString(
        settings,
        """
        [databases]
        * = host=%s port=%d
        [pgbouncer]
        listen_addr = 127.0.0.1
        listen_port = %d
        unix_socket_dir =
        auth_type = scram-sha-256
        auth_file = %s
        pool_mode = transaction
        default_pool_size = 1
        ignore_startup_parameters = extra_float_digits
        """
            .formatted(behind.getHost(), behind.getPort(), port, users));
    // It does not run as root.
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    var command = new ArrayList<>(List.of(program().findFirst().orElseThrow().toString()));
    if ("root".equals(System.getProperty("user.name"))) {
      command.addAll(List.of("--user", "nobody"));
    }
    command.add(settings.toString());
    var process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    Await.until("an answer of the pooler", () -> answers(port));
    return new PgBouncer(process, port, scratch.name());
  }

  public String jdbcUrl() {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
  }

  private static boolean answers(int port) {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
