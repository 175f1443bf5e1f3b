package io.tapline.demo;

import io.tapline.client.TaplineClient;
import io.tapline.postgres.ScratchDatabase;
import io.tapline.server.CompanionRunner;
import io.tapline.server.Server;
import io.tapline.server.ServerSettings;
import io.tapline.server.ServerSettingsBuilder;
import io.tapline.server.security.StaticToken;
import io.tapline.server.testing.TestTapline;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A server with the demo beside it, and a visitor who came in by its first token. */
final class SimulatedServer implements AutoCloseable {

  private static final double SPEED = 60;

  final Server server;
  final TaplineClient visitor;

  private SimulatedServer(Server server, Path folder) {
    this.server = server;
    try {
      this.visitor = visitor(server, Files.readString(folder.resolve("admin-token")).strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static TaplineClient visitor(Server server, String token) {
    return TaplineClient.builder().url(server.address().toString()).token(token).build();
  }

  static SimulatedServer start(ScratchDatabase scratch, Path folder) {
    return start(scratch, folder, SPEED);
  }

  static SimulatedServer start(ScratchDatabase scratch, Path folder, double speed) {
    return new SimulatedServer(
        Server.start(settings(scratch, folder, ""), CompanionRunner.of("demo", speed)), folder);
  }

  /** Lapses are settled at once: here somebody crashes every other second. */
  static ServerSettings settings(ScratchDatabase scratch, Path folder, String tokens) {
    var given = TestTapline.settings(scratch);
    return ServerSettingsBuilder.builder(given)
        .data(folder)
        .tokens(StaticToken.parse(tokens))
        .sweepEvery(Duration.ofSeconds(1))
        .packs(List.of())
        .build();
  }

  @Override
  public void close() {
    visitor.close();
    server.close();
  }
}
