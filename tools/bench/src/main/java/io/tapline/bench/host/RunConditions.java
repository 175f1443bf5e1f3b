package io.tapline.bench.host;

import io.tapline.engine.Engine;
import io.tapline.tapdb.SqlFile;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The machine, time, versions and command of a run, which figures need to be comparable. */
public record RunConditions(
    String command,
    String time,
    String tapline,
    MachineInfo machine,
    String java,
    String postgres,
    Map<String, String> postgresSettings) {

  private static final int GIT_SECONDS = 5;

  public static RunConditions of(BenchServer server, String command) {
    try (var admin = BenchDatabase.connect(server.postgres(), "postgres")) {
      var settings = new LinkedHashMap<String, String>();
      try (var statement = admin.createStatement();
          var rows =
              statement.executeQuery(SqlFile.load(RunConditions.class, "postgres/settings"))) {
        while (rows.next()) {
          settings.put(rows.getString("name"), rows.getString("value"));
        }
      }
      return new RunConditions(
          command,
          Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
          engine(),
          MachineInfo.here(),
          System.getProperty("java.vm.name") + " " + System.getProperty("java.version"),
          admin.getMetaData().getDatabaseProductVersion(),
          settings);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String engine() {
    var version = LibraryVersion.read(Engine.class, "io.tapline", "tapline-engine");
    return version + " (" + commit() + ")";
  }

  /** The commit of the working tree in which the run was started, if any. */
  private static String commit() {
    try {
      var git =
          new ProcessBuilder("git", "describe", "--always", "--dirty")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      var text = new String(git.getInputStream().readAllBytes()).strip();
      return git.waitFor(GIT_SECONDS, TimeUnit.SECONDS) && git.exitValue() == 0
          ? text
          : "no commit known";
    } catch (IOException e) {
      return "no commit known";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "no commit known";
    }
  }
}
