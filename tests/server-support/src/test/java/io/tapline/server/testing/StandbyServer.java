package io.tapline.server.testing;

import io.tapline.engine.testing.Await;
import io.tapline.postgres.EmbeddedServer;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Set;

/** A standby of an embedded PostgreSQL: copied while that runs, fed by its log, promoted. */
public final class StandbyServer implements AutoCloseable {

  /** The process's own, and what is streamed anyway. */
  private static final Set<String> LEFT_OUT =
      Set.of("postmaster.pid", "postmaster.opts", "pg_wal", "pg_stat_tmp", "pg_dynshmem");

  private final EmbeddedServer primary;
  private final EmbeddedServer standby;

  private StandbyServer(EmbeddedServer primary, EmbeddedServer standby) {
    this.primary = primary;
    this.standby = standby;
  }

  public static StandbyServer of(EmbeddedServer primary, Path folder) throws Exception {
    Files.createDirectories(folder);
    Files.copy(primary.directory().resolve("password"), folder.resolve("password"));
    var data = folder.resolve("data");
    try (var admin = connect(primary)) {
      one(admin, "select pg_backup_start('standby', true)");
      copy(primary.directory().resolve("data"), data);
      Files.createDirectory(data.resolve("pg_wal"));
      Files.writeString(
          data.resolve("backup_label"), one(admin, "select labelfile from pg_backup_stop(false)"));
    }
    Files.createFile(data.resolve("standby.signal"));
    Files.writeString(
        data.resolve("postgresql.auto.conf"),
        "primary_conninfo = 'host=127.0.0.1 port=%d user=%s password=%s'\n"
            .formatted(primary.port(), primary.user(), primary.password()),
        StandardOpenOption.APPEND);
    return new StandbyServer(primary, EmbeddedServer.start(folder));
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            return visitFile(folder, attributes);
          }

          @Override
          public FileVisitResult visitFile(Path path, BasicFileAttributes attributes)
              throws IOException {
            var inside = from.relativize(path);
            if (LEFT_OUT.contains(inside.getName(0).toString())) {
              return attributes.isDirectory()
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }
            try {
              Files.copy(path, to.resolve(inside));
            } catch (NoSuchFileException e) {
              return gone(e);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path path, IOException e) throws IOException {
            return gone(e);
          }
        });
    to.toFile().setReadable(false, false);
    to.toFile().setReadable(true, true);
    to.toFile().setExecutable(false, false);
    to.toFile().setExecutable(true, true);
  }

  /** Gone since it was listed: the log says so, too. */
  private static FileVisitResult gone(IOException e) throws IOException {
    if (e instanceof NoSuchFileException) {
      return FileVisitResult.CONTINUE;
    }
    throw e;
  }

  /** It has all that the primary has, and hears no more of it from now on. */
  public void fallBehind() throws SQLException {
    try (var first = connect(primary);
        var second = connect(standby)) {
      var reached = one(first, "select pg_current_wal_flush_lsn()");
      Await.until(
          "the standby at " + reached,
          () -> is(second, "select pg_last_wal_replay_lsn() >= '" + reached + "'"));
      try (var statement = second.createStatement()) {
        statement.execute("alter system set primary_conninfo = ''");
        statement.execute("select pg_reload_conf()");
      }
      Await.until(
          "the end of the stream",
          () -> is(second, "select not exists (select from pg_stat_wal_receiver)"));
    }
  }

  /** It goes on by itself, on a timeline of its own. */
  public void promote() throws SQLException {
    try (var admin = connect(standby)) {
      one(admin, "select pg_promote()");
    }
  }

  public int port() {
    return standby.port();
  }

  private static Connection connect(EmbeddedServer server) throws SQLException {
    return DriverManager.getConnection(
        server.jdbcUrl("postgres"), server.user(), server.password());
  }

  private static boolean is(Connection connection, String question) {
    try {
      return "t".equals(one(connection, question));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String one(Connection connection, String query) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    }
  }

  @Override
  public void close() {
    standby.close();
  }
}
