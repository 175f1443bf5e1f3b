package io.tapline.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.testing.Await;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointTable;
import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.HttpReply;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.Json;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Requests for a row that stays locked never have all connections. */
@TaplineServer
class ConnectionShareTest {

  /** More than the ten connections of a test's server, and more than may wait when it is stuck. */
  private static final int CROWD = 60;

  private static TestTapline tapline;
  private static int connectionsOfAStart;
  private static TenantApi lab;
  private static String queue;
  private static String worker;
  private static JsonNode other;

  @BeforeAll
  static void start(TestTapline started) throws SQLException {
    tapline = started;
    connectionsOfAStart = connectionsSoFar();
    lab = new TenantApi(tapline, "acme");
    queue = lab.queue();
    worker = lab.worker();
    lab.enqueue(queue);
    other = lab.claimOne(worker, queue);
  }

  /** Since the database was made, those that have ended too. */
  private static int connectionsSoFar() throws SQLException {
    try (var connection = tapline.scratch().connect();
        var statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                "select sessions from pg_stat_database where datname = current_database()")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  /** To open one costs PostgreSQL more than any of the owner's thirty transactions at a start. */
  @Test
  void a_start_does_not_open_a_connection_for_every_transaction() {
    assertThat(connectionsOfAStart).isBetween(4, 20);
  }

  private static int waiting(ConnectionShare share) {
    return ((ServingPools) tapline.server().database().serving()).waiting(share);
  }

  private static Connection lock(String table, String euid) throws SQLException {
    var blocker = tapline.scratch().connect();
    blocker.setAutoCommit(false);
    try (var statement =
        blocker.prepareStatement("select 1 from tapline." + table + " where euid = ? for update")) {
      statement.setString(1, euid);
      statement.execute();
    }
    return blocker;
  }

  private static List<CompletableFuture<HttpReply>> crowd(
      HttpApi who, String path, Supplier<Map<String, Object>> body) {
    var replies = new ArrayList<CompletableFuture<HttpReply>>();
    for (int i = 0; i < CROWD; i++) {
      replies.add(
          who.sendAsync("POST", path, Json.print(body.get()).getBytes(StandardCharsets.UTF_8)));
    }
    return replies;
  }

  private static void renewalsAndHealthAnswer() {
    assertThat(tapline.as(null).get("/health/ready").status()).isEqualTo(200);
    var kept =
        TenantApi.body("worker_euid", worker, "lease_euid", other.path("lease_euid").asString());
    assertThat(lab.service.post("actions/renew-lease", kept).status()).isEqualTo(200);
    var beat = TenantApi.body("worker_euid", worker);
    assertThat(lab.service.post("actions/heartbeat-worker", beat).status()).isEqualTo(200);
  }

  /** Those who waited in vain are told to come again, and nothing else goes wrong. */
  private static void allAnswered(List<CompletableFuture<HttpReply>> crowd, Integer... well) {
    for (var one : crowd) {
      var reply = one.join();
      if (reply.status() == 503) {
        assertThat(reply.problem()).isEqualTo("UNAVAILABLE");
        assertThat(reply.header("Retry-After")).isNotNull();
      } else {
        assertThat(reply.status()).isIn((Object[]) well);
      }
    }
  }

  @Test
  void claims_that_wait_for_their_worker_leave_room_for_renewals_endings_and_health()
      throws SQLException {
    var stuck = lab.worker();
    lab.enqueue(queue);
    var claim = lab.claimOne(worker, queue);
    List<CompletableFuture<HttpReply>> claims;
    try (var blocker = lock("instance_registry", stuck)) {
      claims =
          crowd(
              lab.service,
              "actions/claim",
              () -> TenantApi.body("worker_euid", stuck, "queue_key", queue));
      Await.until("claims that wait", () -> waiting(ConnectionShare.ORDINARY) > 0);
      renewalsAndHealthAnswer();
      var start = lab.service.post("actions/start", TenantApi.on(worker, claim));
      assertThat(start.status()).isEqualTo(200);
      var done = lab.service.post("actions/complete", TenantApi.on(worker, claim));
      assertThat(done.status()).isEqualTo(200);
      Await.until(
          "those who would wait in a long line are told to come again",
          () -> waiting(ConnectionShare.ORDINARY) <= ServingPools.MOST_WAITING_WHEN_STUCK);
      blocker.rollback();
    }
    allAnswered(claims, 200);
  }

  @Test
  void endings_that_wait_for_their_subject_leave_room_for_renewals_claims_and_health()
      throws SQLException {
    lab.enqueue(queue);
    var claim = lab.claimOne(worker, queue);
    List<CompletableFuture<HttpReply>> endings;
    try (var blocker = lock("instance_subject", claim.path("subject_euid").asString())) {
      endings = crowd(lab.service, "actions/release-lease", () -> TenantApi.on(worker, claim));
      Await.until("endings that wait", () -> waiting(ConnectionShare.ENDING) > 0);
      renewalsAndHealthAnswer();
      var idle = lab.service.post("actions/claim", TenantApi.body("worker_euid", lab.worker()));
      assertThat(idle.status()).isEqualTo(200);
      blocker.rollback();
    }
    allAnswered(endings, 200, 409);
  }

  @Test
  void the_pools_of_twenty_connections_are_as_documented() {
    assertThat(ServingPools.Sizes.of(20)).isEqualTo(new ServingPools.Sizes(8, 7, 3, 2));
    for (int all = 1; all <= 200; all++) {
      var sizes = ServingPools.Sizes.of(all);
      assertThat(
              List.of(sizes.ordinary(), sizes.endings(), sizes.renewals(), sizes.second()).stream()
                  .mapToInt(Integer::intValue)
                  .peek(size -> assertThat(size).isPositive())
                  .sum())
          .as("pools of " + all)
          .isEqualTo(Math.max(4, all));
    }
  }

  @Test
  void a_thread_with_a_connection_gets_a_second_one_while_its_pool_is_exhausted()
      throws SQLException {
    var serving = tapline.server().database().serving();
    try (var scope = ConnectionShare.RENEWAL.enter();
        var first = serving.getConnection();
        var second = serving.getConnection()) {
      assertThat(scope).isNotNull();
      assertThat(first.isValid(1)).isTrue();
      assertThat(second.isValid(1)).isTrue();
    }
  }

  @Test
  void each_pool_has_its_own_metrics() {
    var metrics = tapline.as("acme-admin").get("/metrics").text();
    for (var pool : List.of("ordinary", "endings", "renewals", "second")) {
      assertThat(metrics).contains("hikaricp_connections_max{pool=\"tapline-" + pool + "\"}");
    }
  }

  @Test
  void what_keeps_and_what_ends_a_lease_has_a_share_of_its_own_at_every_door() {
    var byShare =
        tapline.server().bean(EndpointTable.class).endpoints().stream()
            .collect(
                Collectors.groupingBy(
                    Endpoint::share,
                    Collectors.mapping(Endpoint::toString, Collectors.toCollection(TreeSet::new))));
    assertThat(byShare.get(ConnectionShare.RENEWAL))
        .containsExactlyInAnyOrder(
            "POST /api/v1/execution/actions/heartbeat-worker",
            "POST /api/v1/execution/actions/progress",
            "POST /api/v1/execution/actions/renew-lease",
            "POST /api/v1/jobs/progress");
    assertThat(byShare.get(ConnectionShare.ENDING))
        .contains(
            "POST /api/v1/execution/actions/complete",
            "POST /api/v1/execution/actions/dispatch-external",
            "POST /api/v1/execution/actions/external-result",
            "POST /api/v1/execution/actions/fail",
            "POST /api/v1/execution/actions/release-lease",
            "POST /api/v1/execution/actions/start",
            "POST /api/v1/jobs/fail-permanent",
            "POST /api/v1/jobs/fail-transient",
            "POST /api/v1/jobs/succeed");
    assertThat(byShare.get(ConnectionShare.ENDING)).noneMatch(one -> one.startsWith("GET"));
  }
}
