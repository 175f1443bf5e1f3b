package io.tapline.bench.host;

import io.tapline.engine.Engine;
import io.tapline.tapdb.SqlFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The machine, time, versions and command of a run, which figures need to be comparable. */
public record RunConditions(
    String command,
    String time,
    String tapline,
    Machine machine,
    String java,
    String postgres,
    Map<String, String> postgresSettings) {

  private static final String NO_COMMIT = "no commit known";

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
          Machine.here(),
          System.getProperty("java.vm.name") + " " + System.getProperty("java.version"),
          admin.getMetaData().getDatabaseProductVersion(),
          settings);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The machine and PostgreSQL, for the note of a chart. */
  public String note() {
    return "%s, %d cores; PostgreSQL %s".formatted(machine.processor(), machine.cores(), postgres);
  }

  private static String engine() {
    var version = LibraryVersion.read(Engine.class, "io.tapline", "tapline-engine");
    return version + " (" + commit() + ")";
  }

  /** The commit of the working tree in which the run was started, if any. */
  private static String commit() {
    try {
      var git = ChildProcesses.run(List.of("git", "describe", "--always", "--dirty"));
      return git.ok() ? git.output() : NO_COMMIT;
    } catch (UncheckedIOException e) {
      return NO_COMMIT;
    }
  }

  /** The machine of a measurement. */
  public record Machine(String processor, int cores, String memory, String system) {

    private static final double GIB = 1024.0 * 1024;

    static Machine here() {
      return new Machine(
          line("/proc/cpuinfo", "model name"),
          Runtime.getRuntime().availableProcessors(),
          memoryHere(),
          System.getProperty("os.name")
              + " "
              + System.getProperty("os.version")
              + " "
              + System.getProperty("os.arch"));
    }

    private static String memoryHere() {
      var kilobytes = line("/proc/meminfo", "MemTotal").replaceAll("\\D", "");
      return kilobytes.isEmpty() ? "unknown" : Math.round(Long.parseLong(kilobytes) / GIB) + " GiB";
    }

    /** The first value of that name in a file of {@code name : value} lines. */
    private static String line(String file, String name) {
      try (var lines = Files.lines(Path.of(file))) {
        return lines
            .filter(line -> line.startsWith(name))
            .map(line -> line.substring(line.indexOf(':') + 1).strip())
            .findFirst()
            .orElse("unknown");
      } catch (IOException e) {
        return "unknown";
      }
    }
  }
}
