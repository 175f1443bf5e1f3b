package io.tapline.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Starts, finds and stops the server process of one directory. */
final class Postmaster {

  /**
   * Recovery after a crash replays the log since the last checkpoint, which takes minutes on a slow
   * disk.
   */
  private static final int START_SECONDS = 300;

  /**
   * A fast stop writes the dirty buffers; after this time the server is stopped immediately and
   * recovers at the next start.
   */
  private static final int STOP_SECONDS = 60;

  private final ServerDirectory directory;
  private final PostgresBinaries binaries;

  Postmaster(ServerDirectory directory, PostgresBinaries binaries) {
    this.directory = directory;
    this.binaries = binaries;
  }

  /** The running process, if any. A stale pid file is deleted because it would block a start. */
  Optional<PostmasterPid> running() throws IOException {
    Optional<PostmasterPid> named = PostmasterPid.read(directory);
    if (named.isPresent() && named.get().isRunning(directory)) {
      return named;
    }
    // This is safe with orphaned backends: a start refuses while their shared memory is in use.
    Files.deleteIfExists(directory.pidFile());
    return Optional.empty();
  }

  /** Starts the server. @return empty on success, otherwise its log output */
  Optional<String> launch(List<String> arguments) throws IOException {
    ServerLog log = new ServerLog(directory.log());
    log.open();
    long before = log.length();
    // pg_ctl starts the server in its own session, so that Ctrl-C at the terminal of the JVM does
    // not stop it. The environment passes the data folder, because pg_ctl would pass it to a shell
    // unquoted.
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
   * PostgreSQL stores its start arguments; they show whether a running server has the wanted
   * settings.
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
