package io.tapline.postgres;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.apache.commons.io.file.PathUtils;

/** The data directory: created by initdb on the first start, and checked on every later one. */
final class Cluster {

  private static final String UNFINISHED = "initdb-";

  private final ServerDirectory directory;
  private final PostgresBinaries binaries;

  Cluster(ServerDirectory directory, PostgresBinaries binaries) {
    this.directory = directory;
    this.binaries = binaries;
  }

  /** Creates or checks the data directory. @return the password of the superuser */
  String prepare() throws IOException {
    sweepUnfinished();
    if (directory.holdsData()) {
      check();
      return SuperuserPassword.stored(directory);
    }
    String password = SuperuserPassword.keptOrNew(directory);
    make();
    return password;
  }

  private void check() throws IOException {
    if (!Files.isRegularFile(directory.versionFile())) {
      throw new EmbeddedServerException(
          "The folder %s is not empty and holds no PostgreSQL data: choose another directory."
              .formatted(directory.data()));
    }
    String written = Files.readString(directory.versionFile()).strip();
    String running = binaries.majorVersion();
    if (!written.equals(running)) {
      throw new EmbeddedServerException(
          "The data in %s was written by PostgreSQL %s and this is PostgreSQL %s: carry it over with pg_upgrade or a dump, or choose another directory."
              .formatted(directory.data(), written, running));
    }
  }

  /**
   * Runs initdb in a temporary folder and renames it, so that a killed JVM leaves no incomplete
   * data directory.
   */
  private void make() throws IOException {
    Path fresh = Files.createTempDirectory(directory.root(), UNFINISHED);
    PostgresTool.Result result =
        binaries
            .tool(
                "initdb",
                List.of(
                    "--pgdata=" + fresh,
                    "--username=" + EmbeddedServer.SUPERUSER,
                    "--pwfile=" + directory.password(),
                    "--auth=scram-sha-256",
                    // For the random password of the superuser only, which cannot be guessed: a
                    // server runs with the usual number of rounds (PostgresSettings).
                    "--set=scram_iterations=1",
                    "--encoding=UTF8",
                    // The collation of PostgreSQL itself keeps text indexes valid when the C
                    // library changes.
                    "--locale=C",
                    "--locale-provider=builtin",
                    "--builtin-locale=C.UTF-8",
                    "--no-instructions"))
            .run();
    if (!result.ok()) {
      throw new EmbeddedServerException(
          "PostgreSQL could not make its data in %s: %s"
              .formatted(directory.root(), result.lastLine()));
    }
    Files.move(fresh, directory.data(), StandardCopyOption.ATOMIC_MOVE);
    directory.sync();
  }

  private void sweepUnfinished() throws IOException {
    try (DirectoryStream<Path> unfinished =
        Files.newDirectoryStream(directory.root(), UNFINISHED + "*")) {
      for (Path folder : unfinished) {
        sweep(folder);
      }
    }
  }

  private static void sweep(Path folder) {
    try {
      PathUtils.deleteDirectory(folder);
    } catch (IOException e) {
      // The initdb of a killed JVM may still write to the folder; a later start deletes the rest.
    }
  }
}
