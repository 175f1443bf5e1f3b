package io.tapline.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The server process of one directory: started, found again, stopped. */
final class Postmaster {

  /**
   * Recovery after a crash reads all the log since the last checkpoint; on a slow disk that takes
   * minutes.
   */
  private static final int START_SECONDS = 300;

  /**
   * A fast stop writes what is in memory; past this the server is stopped at once and recovers at
   * the next start.
   */
  private static final int STOP_SECONDS = 60;

  private final ServerDirectory directory;
  private final PostgresBinaries binaries;

  Postmaster(ServerDirectory directory, PostgresBinaries binaries) {
    this.directory = directory;
    this.binaries = binaries;
  }

  /**
   * The one that runs now, if any; a pid file that names no such process is cleared away, lest it
   * block a start.
   */
  Optional<PostmasterPid> running() throws IOException {
    Optional<PostmasterPid> named = PostmasterPid.read(directory);
    if (named.isPresent() && named.get().isRunning(directory)) {
      return named;
    }
    // Safe even with orphaned backends about: a start also looks for their shared memory, and
    // refuses while it is used.
    Files.deleteIfExists(directory.pidFile());
    return Optional.empty();
  }

  /** Empty when the server is up, otherwise its own words. */
  Optional<String> launch(List<String> arguments) throws IOException {
    ServerLog log = new ServerLog(directory.log());
    log.open();
    long before = log.length();
    // Through pg_ctl, which gives the server a session of its own: Ctrl-C at the JVM's terminal is
    // not for it.
    // The data folder goes by the environment, as pg_ctl would put it before a shell unquoted.
    PostgresTool.Result result =
        binaries
            .tool(
                "pg_ctl",
                List.of(
                    "start", "-w", "-t", Integer.toString(START_SECONDS), "-o", quoted(arguments)))
            .with(Map.of("PGDATA", directory.data().toString()))
            .runInto(log.file());
    if (result.ok()) {
      return Optional.empty();
    }
    String words = log.since(before);
    stop();
    return Optional.of(words);
  }

  void stop() throws IOException {
    for (String mode : List.of("fast", "immediate")) {
      if (running().isEmpty()) {
        return;
      }
      binaries
          .tool(
              "pg_ctl",
              List.of(
                  "stop",
                  "-w",
                  "-t",
                  Integer.toString(STOP_SECONDS),
                  "-m",
                  mode,
                  "-D",
                  directory.data().toString()))
          .run();
    }
    if (running().isPresent()) {
      throw new EmbeddedServerException(
          "The PostgreSQL in %s does not stop; its log is %s."
              .formatted(directory.root(), directory.log()));
    }
  }

  /**
   * PostgreSQL notes the words it was started with: they tell whether a left-over one runs as we
   * would run it.
   */
  boolean wasStartedWith(List<String> arguments) throws IOException {
    String words =
        arguments.stream()
            .map(argument -> " \"" + argument + "\"")
            .collect(Collectors.joining("", binaries.program("postgres").toString(), ""));
    return Files.exists(directory.optionsFile())
        && Files.readString(directory.optionsFile()).strip().equals(words);
  }

  private static String quoted(List<String> arguments) {
    return arguments.stream()
        .map(argument -> "'" + argument.replace("'", "'\\''") + "'")
        .collect(Collectors.joining(" "));
  }
}
