package io.tapline.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.testing.Await;
import io.tapline.postgres.EmbeddedServer;
import io.tapline.server.Server;
import io.tapline.server.ServerSettings;
import io.tapline.server.ServerSettingsBuilder;
import io.tapline.server.security.StaticToken;
import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.PortSwitch;
import io.tapline.server.testing.StandbyServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.Feed;
import io.tapline.tapdb.Tenants;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A standby that lags behind takes over under a running server and its consumers. */
@Timeout(300)
class FailoverTest {

  private static final String TASK = "data/execution/task/1.0";

  /** More than a sequence has logged ahead of itself, which a standby knows of. */
  private static final int LOST = 40;

  private static final int AFTER = 10;

  /** Seconds: none lapses here, on a slow machine either. */
  private static final int LONG_LEASE = 3_600;

  /** The values that a client received: all identifiers, and the fencing tokens. */
  private record Told(Set<String> euids, List<String> subjects, List<Long> fencingTokens) {
    Told() {
      this(new HashSet<>(), new ArrayList<>(), new ArrayList<>());
    }
  }

  @Test
  void a_standby_that_was_behind_takes_over_and_no_consumer_misses_an_event(@TempDir Path folder)
      throws Exception {
    try (var primary =
            EmbeddedServer.in(folder.resolve("one")).setting("shared_buffers", "32MB").start();
        var address = new PortSwitch(primary.port())) {
      execute(primary, "create database tapline");
      try (var server = Server.start(settings(primary, address.port()))) {
        var queue = TenantApi.unique("queue");
        var admin = new HttpApi(server.address(), "acme-admin");
        var create = TenantApi.body("queue_key", queue, "subject_template_codes", List.of(TASK));
        create.put("lease_ttl_seconds", LONG_LEASE);
        admin.post("actions/create-queue", create).ok();
        assertThat(server.bean(DeliveryFence.class).check()).isEqualTo(DeliveryFence.State.OPEN);
        var before = new Told();
        var worker = worker(server, "acme-service");
        work(server, "acme-service", worker, queue, 2, before);

        try (var standby = StandbyServer.of(primary, folder.resolve("two"))) {
          standby.fallBehind();
          // A principal of which the standby has no rows.
          var lost = new Told();
          work(server, "acme-human", worker(server, "acme-human"), queue, LOST, lost);
          var consumed = new ArrayList<String>();
          var cursor = consume(server, null, consumed);
          assertThat(consumed).hasSizeGreaterThan(2 * LOST);

          address.off();
          address.to(standby.port());
          refusesUntilPromoted(server);
          standby.promote();
          awaitReady(server);

          var after = new Told();
          work(server, "acme-service", worker, queue, AFTER, after);
          work(server, "acme-human", worker(server, "acme-human"), queue, AFTER, after);
          var told = new ArrayList<String>();
          consume(server, cursor, told);
          told.removeIf(event -> event.startsWith("worker"));
          assertThat(told).containsExactlyElementsOf(events(after));
          assertThat(after.euids()).doesNotContainAnyElementsOf(lost.euids());
          assertThat(after.fencingTokens())
              .hasSize(2 * AFTER)
              .isSorted()
              .first()
              .satisfies(
                  token ->
                      assertThat(token)
                          .isGreaterThan(lost.fencingTokens().get(LOST - 1))
                          .isLessThan(1L << 53));
          assertThat(server.bean(DeliveryFence.class).check())
              .as("deliveries after a failover")
              .isEqualTo(DeliveryFence.State.OPEN);
          assertThat(lives(standby.port(), primary)).as("lives").isEqualTo(2);
          var acme = new Tenants(server.database().owner()).byKey("acme").orElseThrow();
          assertThat(new InvariantChecker(server.engine()).check(acme.id())).isEmpty();
        }
      }
    }
  }

  /** The address may lead to the standby before its promotion. */
  private static void refusesUntilPromoted(Server server) {
    var operator = new HttpApi(server.address(), "acme-operator");
    for (int i = 0; i < 3; i++) {
      assertThat(operator.get("queues").status()).isEqualTo(503);
      assertThat(operator.get("/health/ready").status()).isEqualTo(503);
    }
  }

  private static ServerSettings settings(EmbeddedServer primary, int port) {
    return ServerSettingsBuilder.builder()
        .host("127.0.0.1")
        .data(Path.of("unused"))
        .database(
            new DatabaseLogin(
                "jdbc:postgresql://127.0.0.1:" + port + "/tapline",
                primary.user(),
                primary.password()))
        .passwords(TestTapline.PASSWORDS)
        .tokens(StaticToken.parse(TestTapline.TOKENS))
        .testClock(true)
        .acceptWeakDurability(true)
        .sweepEvery(Duration.ofDays(1))
        .connections(4)
        .security(TestTapline.SECURITY)
        .build();
  }

  private static String worker(Server server, String token) {
    var body =
        TenantApi.body(
            "worker_key",
            TenantApi.unique("worker"),
            "worker_type",
            token.endsWith("human") ? "HUMAN_SESSION" : "SERVICE",
            "max_concurrent_leases",
            1_000);
    return new HttpApi(server.address(), token)
        .post("actions/register-worker", body)
        .ok()
        .path("worker_euid")
        .asString();
  }

  private static void work(
      Server server, String token, String worker, String queue, int times, Told told) {
    var operator = new HttpApi(server.address(), "acme-operator");
    var who = new HttpApi(server.address(), token);
    for (int i = 0; i < times; i++) {
      var task = TenantApi.body("queue_key", queue, "template_code", TASK);
      var enqueued = operator.post("actions/enqueue", task).ok();
      note(enqueued, told.euids());
      told.subjects().add(enqueued.path("subject_euid").asString());
      var claim = TenantApi.body("worker_euid", worker, "queue_key", queue);
      var claims = who.post("actions/claim", claim).ok().path("claims");
      assertThat(claims.size()).isOne();
      told.fencingTokens().add(claims.get(0).path("fencing_token").asLong());
      note(claims.get(0), told.euids());
    }
  }

  /** Those that are made with the request. */
  private static void note(JsonNode answer, Set<String> euids) {
    for (var field : List.of("subject_euid", "action_euid", "lease_euid", "record_euid")) {
      if (answer.hasNonNull(field)) {
        euids.add(answer.path(field).asString());
      }
    }
  }

  /** All pages from there on, until the feed has come to what was done last. */
  private static String consume(Server server, String from, List<String> into) {
    var tenant = new Tenants(server.database().owner()).byKey("acme").orElseThrow().id();
    Await.until(
        "the feed",
        () -> server.engine().tapDb().transaction(tenant, tx -> new Feed(tx).lag()) == 0);
    var cursor = from;
    while (true) {
      var path = "events?limit=200" + (cursor == null ? "" : "&after=" + cursor);
      var page = new HttpApi(server.address(), "acme-operator").get(path).ok();
      if (page.path("items").isEmpty()) {
        return cursor;
      }
      page.path("items").forEach(event -> into.add(name(event)));
      cursor = page.path("next_cursor").asString();
    }
  }

  private static String name(JsonNode event) {
    return event.path("type").asString() + " " + event.path("job_id").asString();
  }

  private static List<String> events(Told told) {
    return told.subjects().stream()
        .flatMap(subject -> Stream.of("job_enqueued " + subject, "job_claimed " + subject))
        .toList();
  }

  private static void awaitReady(Server server) {
    var anyone = new HttpApi(server.address(), "acme-operator");
    Await.until("an answer", () -> anyone.get("queues").status() == 200);
  }

  private static int lives(int port, EmbeddedServer login) throws SQLException {
    try (var connection =
            DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:" + port + "/tapline",
                login.user(),
                login.password());
        var statement = connection.createStatement();
        var rows = statement.executeQuery("select count(*) from tapline.cluster_life")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private static void execute(EmbeddedServer server, String sql) throws SQLException {
    try (var connection =
            DriverManager.getConnection(
                server.jdbcUrl("postgres"), server.user(), server.password());
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
