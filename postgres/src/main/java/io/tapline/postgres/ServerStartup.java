package io.tapline.postgres;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Starts the server of a prepared directory, or adopts a running one with the wanted settings. */
final class ServerStartup {

  /** Backends of a killed postmaster end within milliseconds, unless one runs a long operation. */
  private static final Duration START_TIMEOUT = Duration.ofSeconds(30);

  private static final long PAUSE_MILLIS = 100;
  private static final String PORT_TAKEN = "could not create any TCP/IP sockets";
  private static final List<String> PASSING =
      List.of("pre-existing shared memory block", "lock file \"postmaster.pid\" already exists");

  private final ServerDirectory directory;
  private final Postmaster postmaster;
  private final PostgresSettings settings;
  private final String password;
  private final int wantedPort;

  ServerStartup(
      ServerDirectory directory,
      Postmaster postmaster,
      PostgresSettings settings,
      String password,
      int wantedPort) {
    this.directory = directory;
    this.postmaster = postmaster;
    this.settings = settings;
    this.password = password;
    this.wantedPort = wantedPort;
  }

  record Outcome(int port, boolean adopted) {}

  Outcome startOrAdopt() throws IOException {
    Optional<PostmasterPid> left = postmaster.running();
    if (left.isPresent() && isAsWanted(left.get())) {
      return new Outcome(left.get().port(), true);
    }
    return new Outcome(startAnew(), false);
  }

  private boolean isAsWanted(PostmasterPid left) throws IOException {
    boolean portIsRight = wantedPort == 0 || wantedPort == left.port();
    return portIsRight
        && postmaster.wasStartedWith(settings.arguments(left.port()))
        && refusal(left.port()).isEmpty();
  }

  private int startAnew() throws IOException {
    long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
    while (true) {
      postmaster.stop();
      int port = wantedPort == 0 ? freePort() : wantedPort;
      Optional<String> failure = postmaster.launch(settings.arguments(port));
      if (failure.isEmpty()) {
        verify(port);
        return port;
      }
      if (!mayPass(failure.get()) || System.nanoTime() > deadline) {
        throw didNotStart(failure.get());
      }
      pause();
    }
  }

  /** Another process may take the port, so a start is tried again. */
  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      return socket.getLocalPort();
    }
  }

  private void verify(int port) throws IOException {
    Optional<String> refusal = refusal(port);
    if (refusal.isPresent()) {
      postmaster.stop();
      throw new EmbeddedServerException(
          "The PostgreSQL in %s does not answer with the password in %s: %s."
              .formatted(directory.root(), directory.password(), refusal.get()));
    }
  }

  private Optional<String> refusal(int port) throws IOException {
    try {
      Path served = Path.of(ServerProbe.dataServedAt(port, password)).toRealPath();
      return served.equals(directory.data().toRealPath())
          ? Optional.empty()
          : Optional.of("it serves " + served);
    } catch (SQLException e) {
      return Optional.of(e.getMessage());
    }
  }

  private boolean mayPass(String words) {
    boolean anotherPortMayDo = wantedPort == 0 && words.contains(PORT_TAKEN);
    return anotherPortMayDo || PASSING.stream().anyMatch(words::contains);
  }

  private EmbeddedServerException didNotStart(String words) {
    if (words.contains(PORT_TAKEN)) {
      return new EmbeddedServerException(
          "Port %d on 127.0.0.1 is taken: choose another for PostgreSQL, or 0 for any free one."
              .formatted(wantedPort));
    }
    return new EmbeddedServerException(
        "PostgreSQL did not start in %s: %s; its log is %s."
            .formatted(directory.root(), ServerLog.reason(words), directory.log()));
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EmbeddedServerException("The start of PostgreSQL was interrupted.", e);
    }
  }
}
