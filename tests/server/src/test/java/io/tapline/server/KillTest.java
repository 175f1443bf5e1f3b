package io.tapline.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.Engine;
import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.testing.Await;
import io.tapline.postgres.EmbeddedServer;
import io.tapline.server.testing.ChildServer;
import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.Tenants;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code kill -9}, and what is there afterwards. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class KillTest {

  private static final int CLIENTS = 4;

  /** Acknowledged actions before the kill: enough that it falls into the midst of others. */
  private static final int ENOUGH = 120;

  @Test
  void a_claim_whose_answer_was_lost_gives_the_same_lease_when_it_is_repeated() throws Exception {
    try (var tapline = TestTapline.start()) {
      var lab = new TenantApi(tapline, "acme");
      var queue = lab.queue();
      lab.enqueue(queue);
      var claim = TenantApi.body("worker_euid", lab.worker(), "queue_key", queue);
      try (var child = ChildServer.start(tapline.scratch())) {
        // Nobody reads the answer: to the client it is lost, whether it was written or not.
        try (var socket = sendOnly(child.address(), claim)) {
          awaitLease(tapline);
          child.kill();
          assertThat(socket.isClosed()).isFalse();
        }
      }
      var lease = lab.operator.get("leases?queue_key=" + queue).ok().at("/items/0/lease_euid");
      // Sent to another server, which reads the first claim from the database only.
      var again = tapline.as("acme-service").post("actions/claim", claim).ok();
      assertThat(again.path("replayed").asBoolean()).isTrue();
      assertThat(again.path("claims").size()).isOne();
      assertThat(again.at("/claims/0/lease_euid")).isEqualTo(lease);
      assertThat(again.at("/claims/0/lease_token").asString()).isNotEmpty();
    }
  }

  private static Socket sendOnly(URI server, Map<String, Object> claim) throws IOException {
    var body = Json.print(claim).getBytes(StandardCharsets.UTF_8);
    var head =
        "POST /api/v1/execution/actions/claim HTTP/1.1\r\nHost: x\r\n"
            + "Authorization: Bearer acme-service\r\nContent-Type: application/json\r\n"
            + "Content-Length: "
            + body.length
            + "\r\n\r\n";
    var socket = new Socket(server.getHost(), server.getPort());
    socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().write(body);
    socket.getOutputStream().flush();
    return socket;
  }

  private static void awaitLease(TestTapline tapline) throws SQLException {
    try (var connection = tapline.scratch().connect();
        var statement =
            connection.prepareStatement("select count(*) from tapline.instance_lease")) {
      int leases = 0;
      while (leases == 0) {
        try (var rows = statement.executeQuery()) {
          rows.next();
          leases = rows.getInt(1);
        }
      }
    }
  }

  /** A request that was answered, with its answer. */
  private record Acknowledged(String action, Map<String, Object> body, JsonNode answer) {}

  /** Both in one life of one folder: to make another costs more than all that is done in it. */
  @Test
  void every_acknowledged_action_survives_a_kill_of_postgres_and_of_the_server(@TempDir Path data)
      throws Exception {
    var acknowledged = new ConcurrentLinkedQueue<Acknowledged>();
    try (var child = ChildServer.embedded(data)) {
      child.ignoreLines();
      underLoad(child, acknowledged, () -> killPostgres(data));
      Await.until("an answer of a PostgreSQL that was started again", () -> answers(child));
      assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(ENOUGH);
      for (var one : acknowledged) {
        stillThere(child, one);
      }
      assertThat(child.as(null).get("/health").ok().path("status").asString()).isEqualTo("UP");
      int first = acknowledged.size();
      underLoad(child, acknowledged, () -> kill(child, data));
      assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(first + ENOUGH);
    }

    try (var restarted = ChildServer.embedded(data)) {
      restarted.ignoreLines();
      for (var one : acknowledged) {
        stillThere(restarted, one);
      }
      restarted.terminate();
      restarted.exitCode();
    }
    assertThat(violations(data)).isEmpty();
  }

  /** Five starts in vain take their time. */
  @Test
  @Tag("soak")
  void a_server_whose_postgres_cannot_be_started_again_says_so_and_exits(@TempDir Path data)
      throws Exception {
    try (var child = ChildServer.embedded(data)) {
      Files.delete(data.resolve("postgres/data/global/pg_control"));
      killPostgres(data);
      var said = new StringBuilder();
      for (var line = child.line(); line != null; line = child.line()) {
        said.append(line).append('\n');
      }
      assertThat(said)
          .contains("tapline serve: the embedded PostgreSQL in ")
          .contains("started 5 times within 10 minutes");
      assertThat(child.exitCode()).isOne();
    }
  }

  private static boolean answers(ChildServer child) {
    try {
      return child.as("acme-operator").get("queues").status() == 200;
    } catch (CompletionException e) {
      return false;
    }
  }

  private static void underLoad(ChildServer child, Queue<Acknowledged> acknowledged, Runnable kill)
      throws Exception {
    var queue = TenantApi.unique("queue");
    var create =
        TenantApi.body(
            "queue_key", queue, "subject_template_codes", List.of("data/execution/task/1.0"));
    child.as("acme-admin").post("actions/create-queue", create).ok();
    var enough = new CountDownLatch(ENOUGH);
    var over = new AtomicBoolean();
    var clients = new ArrayList<Thread>();
    for (int i = 0; i < CLIENTS; i++) {
      var client = new Thread(() -> work(child, queue, acknowledged, enough, over));
      client.start();
      clients.add(client);
    }
    enough.await();
    kill.run();
    over.set(true);
    for (var client : clients) {
      client.join();
    }
  }

  /** Enqueues, claims and completes until it is over, or nobody answers any more. */
  private static void work(
      ChildServer child,
      String queue,
      Queue<Acknowledged> acknowledged,
      CountDownLatch enough,
      AtomicBoolean over) {
    var service = child.as("acme-service");
    try {
      var register =
          TenantApi.body("worker_key", TenantApi.unique("worker"), "worker_type", "SERVICE");
      var worker = done(service, "register-worker", register, acknowledged, enough);
      var euid = worker.path("worker_euid").asString();
      while (!over.get()) {
        var task = TenantApi.body("queue_key", queue, "template_code", "data/execution/task/1.0");
        done(service, "enqueue", task, acknowledged, enough);
        var claim = TenantApi.body("worker_euid", euid, "queue_key", queue, "start", true);
        var claims = done(service, "claim", claim, acknowledged, enough).path("claims");
        for (var item : claims) {
          done(service, "complete", TenantApi.on(euid, item), acknowledged, enough);
        }
      }
    } catch (CompletionException | AssertionError e) {
      // The server is gone, or its database went first: what was not answered may be lost.
    }
  }

  private static JsonNode done(
      HttpApi who,
      String action,
      Map<String, Object> body,
      Queue<Acknowledged> acknowledged,
      CountDownLatch enough) {
    var answer = who.post("actions/" + action, body).ok();
    // A claim that found no work has left nothing that could be repeated.
    if (!answer.path("status").asString().equals("NO_WORK")) {
      acknowledged.add(new Acknowledged(action, body, answer));
      enough.countDown();
    }
    return answer;
  }

  /** The database first: no answer can come that it did not commit. */
  private static void kill(ChildServer child, Path data) {
    killPostgres(data);
    child.kill();
  }

  private static void killPostgres(Path data) {
    try (var files = Files.walk(data, 3)) {
      var file = files.filter(path -> path.endsWith("postmaster.pid")).findFirst().orElseThrow();
      long pid = Long.parseLong(Files.readAllLines(file).get(0).strip());
      var postmaster = ProcessHandle.of(pid).orElseThrow();
      var all = new ArrayList<>(postmaster.descendants().toList());
      all.add(0, postmaster);
      all.forEach(ProcessHandle::destroyForcibly);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Repeats the request under its key: it was carried out, and the answer is the original one. */
  private static void stillThere(ChildServer server, Acknowledged one) {
    var again = server.as("acme-service").post("actions/" + one.action(), one.body()).ok();
    assertThat(again)
        .as(one.action())
        .isEqualTo(((ObjectNode) one.answer().deepCopy()).put("replayed", true));
  }

  private static List<Object> violations(Path data) {
    try (var embedded = EmbeddedServer.start(data.resolve("postgres"))) {
      var source = new PGSimpleDataSource();
      source.setUrl(embedded.jdbcUrl("tapline"));
      source.setUser(embedded.user());
      source.setPassword(embedded.password());
      var found = new ArrayList<Object>();
      for (var tenant : new Tenants(source).all()) {
        found.addAll(new InvariantChecker(new Engine(source)).check(tenant.id()));
      }
      return found;
    }
  }
}
