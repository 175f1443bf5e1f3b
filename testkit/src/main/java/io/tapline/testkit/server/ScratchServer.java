package io.tapline.testkit.server;

import io.tapline.client.TaplineClient;
import io.tapline.client.worker.Handler;
import io.tapline.postgres.ScratchDatabase;
import io.tapline.postgres.TestServer;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A Tapline server in its own process, on its own database, with a test clock and one tenant. Tests
 * share the server, so each test creates its own queues: {@link #queue()}.
 */
public final class ScratchServer implements AutoCloseable {

  static final String TASK = "data/execution/task/1.0";

  private static final String TENANT = "test";
  private static final List<String> ROLES =
      List.of("admin", "operator", "worker_service", "worker_human");
  private static final AtomicLong NAMES = new AtomicLong();

  private final ScratchDatabase database;
  private final ServerProcess process;
  private final Map<String, TaplineClient> clients = new HashMap<>();

  private ScratchServer(ScratchDatabase database, ServerProcess process) {
    this.database = database;
    this.process = process;
    ROLES.forEach(role -> clients.put(role, client(role)));
  }

  /** Starts on the embedded PostgreSQL, or on the server in {@code TAPLINE_TEST_DATABASE_URL}. */
  public static ScratchServer start() {
    ServerProcess.requireServer();
    var database = TestServer.database();
    try {
      return new ScratchServer(database, ServerProcess.start(database, tokens()));
    } catch (RuntimeException e) {
      database.close();
      throw e;
    }
  }

  private static String tokens() {
    return String.join(
        ";", ROLES.stream().map(role -> token(role) + "=" + TENANT + "/" + role).toList());
  }

  private static String token(String role) {
    return "test-" + role;
  }

  private TaplineClient client(String role) {
    return TaplineClient.builder().url(url()).token(token(role)).build();
  }

  public String url() {
    return process.url();
  }

  /** The token of an operator, for programs that take a URL and a token, such as a command line. */
  public String operatorToken() {
    return token("operator");
  }

  /** The token of a service that registers workers. */
  public String serviceToken() {
    return token("worker_service");
  }

  /** A client with the role admin, which may do everything and defines queues. */
  public TaplineClient admin() {
    return clients.get("admin");
  }

  /** A client with the role operator, which enqueues, holds, requeues and cancels. */
  public TaplineClient operator() {
    return clients.get("operator");
  }

  /** A client of a service that registers workers and works for them. */
  public TaplineClient service() {
    return clients.get("worker_service");
  }

  /** A client of a person who works on jobs. */
  public TaplineClient human() {
    return clients.get("worker_human");
  }

  /** A unique text with this prefix. */
  public static String unique(String prefix) {
    return prefix + "-" + NAMES.incrementAndGet();
  }

  /**
   * Creates a queue for tasks with a lease of one minute, three attempts, and short retry delays
   * without jitter, so that tests can predict times.
   *
   * @return its key
   */
  public String queue() {
    return queue(Map.of());
  }

  /** Creates the queue with these fields of {@code create-queue} added or replaced. */
  public String queue(Map<String, ?> fields) {
    var body = new HashMap<String, Object>();
    body.put("queue_key", unique("queue"));
    body.put("subject_template_codes", List.of(TASK));
    body.put("lease_ttl_seconds", 60);
    body.put("max_attempts_default", 3);
    body.put("retry_policy", Map.of("initial_delay_seconds", 10, "jitter_fraction", 0));
    body.putAll(fields);
    admin().http().post("actions/create-queue", body);
    return (String) body.get("queue_key");
  }

  /**
   * Enqueues a task that is ready at once.
   *
   * @return the EUID of the job
   */
  public String enqueue(String queueKey, Map<String, ?> properties) {
    return operator()
        .http()
        .post(
            "actions/enqueue",
            Map.of("queue_key", queueKey, "template_code", TASK, "properties", properties))
        .path("subject_euid")
        .asString();
  }

  /**
   * Moves the database's clock forward.
   *
   * @return the new time
   */
  public Instant advance(Duration by) {
    var answer =
        admin()
            .http()
            .postOnce(
                "/api/v1/testing/clock", Map.of("advance_seconds", by.toNanos() / 1_000_000_000.0));
    return Instant.parse(answer.path("now").asString());
  }

  /** The time of the database's clock. */
  public Instant now() {
    return advance(Duration.ZERO);
  }

  /** Runs a real worker until no job of the queue is ready; the clock does not move. */
  public Drained drain(String queueKey, Handler handler) {
    return new ServerQueueDrain(this, queueKey, handler).dueNow();
  }

  /**
   * Drains the queue, then moves the clock to the next retry or ready time, repeatedly, until the
   * queue is empty.
   */
  public Drained drainAdvancing(String queueKey, Handler handler) {
    return new ServerQueueDrain(this, queueKey, handler).advancing();
  }

  /** Assertions about one job. */
  public SubjectAssert assertThat(String euid) {
    return new SubjectAssert(operator().http(), euid);
  }

  @Override
  public void close() {
    clients.values().forEach(TaplineClient::close);
    process.close();
    database.close();
  }
}
