package io.tapline.server.testing;

import io.tapline.engine.Engine;
import io.tapline.engine.testing.Await;
import io.tapline.postgres.ScratchDatabase;
import io.tapline.postgres.TestServer;
import io.tapline.server.Server;
import io.tapline.server.ServerSettings;
import io.tapline.server.ServerSettingsBuilder;
import io.tapline.server.base.InstalledDoors;
import io.tapline.server.database.DatabaseLogin;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointTable;
import io.tapline.server.security.SecuritySettings;
import io.tapline.server.security.SecuritySettingsBuilder;
import io.tapline.server.security.StaticToken;
import io.tapline.tapdb.Database;
import io.tapline.tapdb.Feed;
import io.tapline.tapdb.Tenants;
import io.tapline.testkit.engine.ScratchEngine;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;

/**
 * A server in this process, over real HTTP, on a database of its own on real PostgreSQL. One per
 * test class; {@link TenantApi} keeps tests apart.
 */
public final class TestTapline implements AutoCloseable {

  /** Two tenants, four roles each. */
  public static final String TOKENS =
      "acme-admin=acme/admin;acme-operator=acme/operator;"
          + "acme-service=acme/worker_service;acme-human=acme/worker_human;"
          + "other-admin=other/admin;other-operator=other/operator;"
          + "other-service=other/worker_service;other-human=other/worker_human";

  /** The lab bench and the compute cluster; a server that nobody asks for them has none. */
  public static final List<String> PACKS = List.of("wetlab", "compute");

  public static final Database.Passwords PASSWORDS =
      new Database.Passwords(ScratchDatabase.OWNER_PASSWORD, ScratchDatabase.SERVING_PASSWORD);

  /** Tests settle lapses when they want to. */
  private static final Duration NEVER = Duration.ofDays(1);

  /** Tests knock with wrong keys on purpose. */
  public static final SecuritySettings SECURITY =
      SecuritySettingsBuilder.builder()
          .failuresPerMinute(Integer.MAX_VALUE)
          .publicDocs(false)
          .build();

  private final ScratchDatabase scratch;
  private final Server server;
  private final DescribedAnswers described;

  private TestTapline(ScratchDatabase scratch, Function<ScratchDatabase, ServerSettings> settings) {
    this.scratch = scratch;
    this.server = Server.start(settings.apply(scratch));
    this.described = new DescribedAnswers(server.bean(EndpointTable.class));
  }

  public static TestTapline start() {
    return new TestTapline(database(), TestTapline::settings);
  }

  /** One with executors of somebody's own, from the jars in a folder. */
  public static TestTapline startWithPlugins(Path folder) {
    return new TestTapline(
        database(), scratch -> withPlugins(settings(scratch), folder.toString()));
  }

  public static ServerSettings withPlugins(ServerSettings settings, String folder) {
    var doors = InstalledDoors.read(Map.of("TAPLINE_PLUGINS", folder)::get);
    return ServerSettingsBuilder.builder(settings).doors(doors).build();
  }

  /** One where other people come in. */
  public static TestTapline startFor(List<StaticToken> tokens) {
    return startWith(s -> changed(s, tokens, s.grpcPort()));
  }

  /** One where other people come in, and which also streams work over gRPC, on a free port. */
  public static TestTapline startWithGrpcFor(List<StaticToken> tokens) {
    return startWith(s -> changed(s, tokens, 0));
  }

  private static ServerSettings changed(
      ServerSettings s, List<StaticToken> tokens, Integer grpcPort) {
    return ServerSettingsBuilder.builder(s).tokens(tokens).grpcPort(grpcPort).build();
  }

  /** One with other settings than usual. */
  public static TestTapline startWith(UnaryOperator<ServerSettings> change) {
    return new TestTapline(database(), scratch -> change.apply(settings(scratch)));
  }

  /** One that also streams work over gRPC, on a free port. */
  public static TestTapline startWithGrpc() {
    return new TestTapline(database(), scratch -> settings(scratch, 0));
  }

  /** As a server left it that ran there before, so that this one finds its tenants made. */
  public static ScratchDatabase database() {
    return TestServer.database(
        "server",
        empty -> {
          Server.start(settings(empty)).close();
          ScratchEngine.withoutLife(empty);
        });
  }

  /** Migrated, and nobody was there yet: for what is about a server's first start. */
  public static ScratchDatabase migrated() {
    return TestServer.database(
        "migrated",
        empty -> {
          Database.provision(empty.jdbcUrl(), empty.user(), empty.password(), PASSWORDS);
          ScratchEngine.withoutLife(empty);
        });
  }

  /** With the test clock, on a free port. */
  public static ServerSettings settings(ScratchDatabase scratch) {
    return settings(scratch, null);
  }

  private static ServerSettings settings(ScratchDatabase scratch, Integer grpcPort) {
    return ServerSettingsBuilder.builder()
        .host("127.0.0.1")
        .data(Path.of("unused"))
        .database(new DatabaseLogin(scratch.jdbcUrl(), scratch.user(), scratch.password()))
        .passwords(PASSWORDS)
        .tokens(StaticToken.parse(TOKENS))
        .testClock(true)
        .acceptWeakDurability(true)
        .sweepEvery(NEVER)
        .connections(10)
        .grpcPort(grpcPort)
        .security(SECURITY)
        .build()
        .withPacks(PACKS);
  }

  public Server server() {
    return server;
  }

  /**
   * The endpoints that a test of all endpoints covers in this module: in the module of a door,
   * those of the door and its OpenAPI document; elsewhere all.
   */
  public List<Endpoint> endpoints() {
    var doors = server.bean(InstalledDoors.class).doors();
    return server.bean(EndpointTable.class).endpoints().stream()
        .filter(
            endpoint ->
                doors.isEmpty()
                    || endpoint.path().startsWith("/openapi/")
                    || doors.stream().anyMatch(door -> endpoint.path().startsWith(door.paths())))
        .toList();
  }

  /** The OpenAPI document of these endpoints. */
  public JsonNode document() {
    var doors = server.bean(InstalledDoors.class).doors();
    return as("acme-admin")
        .get(doors.isEmpty() ? "/openapi.json" : "/openapi/" + doors.get(0).name() + ".json")
        .ok();
  }

  /** Whether any endpoint has a path that begins so. */
  public boolean serves(String beginning) {
    return endpoints().stream().anyMatch(endpoint -> endpoint.path().startsWith(beginning));
  }

  /**
   * Until all that was done is in the feed: a transaction of anybody's in the cluster delays it.
   */
  public void awaitFeed(String tenantKey) {
    Await.until(
        "all in the feed",
        () -> engine().tapDb().transaction(tenantId(tenantKey), tx -> new Feed(tx).lag() == 0));
  }

  public Engine engine() {
    return server.engine();
  }

  public URI address() {
    return server.address();
  }

  public ScratchDatabase scratch() {
    return scratch;
  }

  /** The description of answers in its OpenAPI document. */
  public DescribedAnswers described() {
    return described;
  }

  /**
   * Someone with this token, or with none when it is null. Every answer must be as the OpenAPI
   * document has it, so that each test over HTTP tests the document too.
   */
  public HttpApi as(String token) {
    return new HttpApi(server.address(), token, Map.of(), described::check);
  }

  public long tenantId(String key) {
    return new Tenants(server.database().owner()).byKey(key).orElseThrow().id();
  }

  /** Moves the clock of the database forward. */
  public void advance(Duration by) {
    as("acme-admin")
        .post("/api/v1/testing/clock", Map.of("advance_seconds", by.toMillis() / 1000.0))
        .ok();
  }

  @Override
  public void close() {
    server.close();
    scratch.close();
  }
}
