package io.tapline.server.grpc;

import static io.tapline.api.ActionKey.CLEAN_SUBJECT;
import static io.tapline.api.ActionKey.CLOSE_SESSION;
import static io.tapline.api.ActionKey.ENQUEUE_SUBJECT;
import static io.tapline.api.ActionKey.EXPIRE_QUEUE_LEASE;
import static io.tapline.api.ActionKey.FAIL_OVERDUE_SUBJECT;
import static io.tapline.api.ActionKey.RECORD_EXTERNAL_RESULT;
import static io.tapline.api.ActionKey.SETTLE_DEPENDENCIES;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ActionKey;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.EventType;
import io.tapline.api.ExternalDeadlinePolicy;
import io.tapline.api.Refusal;
import io.tapline.api.Role;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Command;
import io.tapline.api.request.Complete;
import io.tapline.api.request.CreateQueue;
import io.tapline.api.request.CreateSubscription;
import io.tapline.api.request.CreateSubscription.EventFilter;
import io.tapline.api.request.CreateSubscription.Spawn;
import io.tapline.api.request.CreateWorkflow;
import io.tapline.api.request.CreateWorkflow.WorkflowStep;
import io.tapline.api.request.Dispatch;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.OpenSession;
import io.tapline.api.request.RegisterWorker;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.pipeline.ActionListener;
import io.tapline.engine.pipeline.BackgroundFailures.Task;
import io.tapline.engine.testing.Await;
import io.tapline.server.ServerSettingsBuilder;
import io.tapline.server.events.EventReader;
import io.tapline.server.longpoll.ActivityListener;
import io.tapline.server.longpoll.WaitService;
import io.tapline.server.testing.GoodJobs;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import io.tapline.server.webhooks.WebhookReceiver;
import io.tapline.tapdb.Json;
import io.tapline.testkit.engine.TestTenant;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * One part of background work that fails leaves the others alone: a server that sweeps by itself,
 * with a stream, a long poll, a webhook and a reader of events open in another tenant.
 */
class BackgroundFailuresTest {

  /** The actions of the parts of a sweep in a tenant, in their order. */
  private static final List<ActionKey> PARTS =
      List.of(
          EXPIRE_QUEUE_LEASE,
          SETTLE_DEPENDENCIES,
          CLOSE_SESSION,
          RECORD_EXTERNAL_RESULT,
          FAIL_OVERDUE_SUBJECT,
          ENQUEUE_SUBJECT,
          CLEAN_SUBJECT);

  private static final int RETENTION_DAYS = 2;

  private static final LongAdder EMPTY_BATCHES = new LongAdder();

  private static TestTapline tapline;
  private static WebhookReceiver receiver;
  private static TenantApi other;
  private static String webhookQueue;

  @BeforeAll
  static void start() throws Exception {
    System.setProperty("TAPLINE_WEBHOOK_PRIVATE_ADDRESSES", "true");
    try {
      tapline =
          TestTapline.startWith(
              usual ->
                  ServerSettingsBuilder.builder(usual)
                      .sweepEvery(Duration.ofSeconds(1))
                      .grpcPort(0)
                      .build());
    } finally {
      System.clearProperty("TAPLINE_WEBHOOK_PRIVATE_ADDRESSES");
    }
    receiver = new WebhookReceiver();
    other = new TenantApi(tapline, "other");
    webhookQueue = other.queue();
    other
        .admin
        .post(
            "/api/v1/webhooks",
            TenantApi.body("name", "hook", "url", receiver.url(), "secret", "0123456789".repeat(4)))
        .ok();
    tapline.engine().listen(new BrokenListener());
    tapline.server().bean(WaitService.class).join(new BrokenReader());
  }

  @AfterAll
  static void stop() {
    tapline.close();
    receiver.close();
  }

  /** Fails at every action and every claim. */
  private static final class BrokenListener implements ActionListener {
    @Override
    public void carriedOut(
        Caller caller,
        List<? extends Command> commands,
        List<ItemOutcome> outcomes,
        Duration took) {
      if (commands.isEmpty()) {
        EMPTY_BATCHES.increment();
      }
      throw new IllegalStateException("broken on purpose");
    }

    @Override
    public void claimed(
        Caller caller, Claim command, ClaimAnswer answer, Refusal refusal, Duration took) {
      throw new IllegalStateException("broken on purpose");
    }
  }

  /** Fails at every signal. */
  private static final class BrokenReader implements ActivityListener {
    @Override
    public void acted(long tenantId) {
      throw new IllegalStateException("broken on purpose");
    }

    @Override
    public void lookEverywhere() {
      throw new IllegalStateException("broken on purpose");
    }

    @Override
    public Set<Long> tenants() {
      throw new IllegalStateException("broken on purpose");
    }
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "EXPIRE_QUEUE_LEASE",
        "SETTLE_DEPENDENCIES",
        "CLOSE_SESSION",
        "RECORD_EXTERNAL_RESULT",
        "FAIL_OVERDUE_SUBJECT",
        "ENQUEUE_SUBJECT",
        "CLEAN_SUBJECT"
      })
  void a_part_of_the_sweep_that_fails_leaves_the_other_parts_and_tenants_alone(ActionKey broken)
      throws Exception {
    var streamQueue = other.queue();
    var pollQueue = other.queue();
    try (var worker =
            new StreamedWorker(
                tapline.server().grpcPort(), "other-service", TenantApi.unique("streamed"));
        var events = new EventReader(other.operator, "")) {
      var stream = worker.open();
      stream.ask(worker.demand(streamQueue, 1));
      long failures = failures(broken);
      refuse(broken);
      var work = new DueWork();
      tapline.advance(Duration.ofDays(RETENTION_DAYS));
      for (var part : PARTS) {
        if (part != broken) {
          Await.until(part + " by the sweep", () -> work.done(part) > 0);
        }
      }
      Await.until("the failure is counted", () -> failures(broken) > failures);
      assertThat(work.done(broken)).isZero();
      assertServed(streamQueue, pollQueue, stream, events);
      assertThat(EMPTY_BATCHES.sum()).as("an empty batch is told to nobody").isZero();
      allow();
      Await.until(broken + " once it can be done", () -> work.done(broken) > 0);
    }
  }

  @Test
  void failures_are_counted_by_task_in_the_metrics() {
    other.enqueue(webhookQueue);
    assertThat(other.operator.get("/metrics").text())
        .contains("tapline_background_failures_total{task=\"sweep\"}")
        .containsPattern("tapline_background_failures_total\\{task=\"listener\"\\} [1-9]")
        .containsPattern("tapline_background_failures_total\\{task=\"wake_up\"\\} [1-9]");
  }

  /** All that is open in the other tenant goes on. */
  private static void assertServed(
      String streamQueue, String pollQueue, StreamedWorker.Stream stream, EventReader events)
      throws Exception {
    assertThat(stream.unread()).isZero();
    var streamed = other.enqueue(streamQueue);
    assertThat(stream.next().getSubjectEuid()).isEqualTo(streamed);
    var polled = pollFor(pollQueue);
    var next = events.next();
    while (!polled.equals(next.data().path("job_id").asString())) {
      next = events.next();
    }
    Await.until("the webhook is called", () -> !receiver.takenTypes(polled).isEmpty());
  }

  private static String pollFor(String queue) throws Exception {
    var body = TenantApi.body("worker_euid", other.worker(), "queue_key", queue);
    var waiting = tapline.server().bean(WaitService.class);
    int before = waiting.claims();
    var reply =
        other
            .service
            .with("Prefer", "wait=60")
            .sendAsync("POST", "actions/claim", Json.print(body).getBytes(StandardCharsets.UTF_8));
    Await.until("the claim waits", Duration.ofSeconds(30), () -> waiting.claims() > before);
    var subject = other.enqueue(queue);
    var claims = reply.get(90, TimeUnit.SECONDS).ok().path("claims");
    assertThat(claims.path(0).path("subject_euid").asString()).isEqualTo(subject);
    return subject;
  }

  /** The failures that a broken part is counted by. */
  private static long failures(ActionKey broken) {
    var failures = tapline.engine().failures();
    return failures.count(broken == ENQUEUE_SUBJECT ? Task.SUBSCRIPTION : Task.SWEEP);
  }

  /** The database refuses what Tapline itself does by this action. */
  private static void refuse(ActionKey action) throws SQLException {
    execute(
        "create or replace function public.refuse_action() returns trigger language plpgsql as $$"
            + " begin raise exception 'broken on purpose'; end $$");
    execute(
        "create trigger refuse before insert on tapline.fact_row for each row when (new.action_code"
            + " = "
            + action.code()
            + " and new.actor = 'system:tapline') execute function public.refuse_action()");
  }

  @AfterEach
  void allow() throws SQLException {
    execute("drop trigger if exists refuse on tapline.fact_row");
  }

  private static void execute(String sql) throws SQLException {
    try (var connection = tapline.scratch().connect();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static long count(String condition) {
    try (var connection = tapline.scratch().connect();
        var statement = connection.createStatement();
        var rows =
            statement.executeQuery("select count(*) from tapline.fact_row where " + condition)) {
      rows.next();
      return rows.getLong(1);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /** Work of a tenant for each part of a sweep, due once the clock is moved. */
  private static final class DueWork {

    private final long tenantId = tapline.tenantId("acme");
    private final Caller admin = new Caller(tenantId, "ada", Set.of(Role.ADMIN));
    private final Caller service = new Caller(tenantId, "robot", Set.of(Role.WORKER_SERVICE));
    private final String queue = TenantApi.unique("due");
    private final String made = TenantApi.unique("made");
    private final String worker;

    DueWork() {
      queue(queue);
      queue(made);
      worker =
          execute(service, RegisterWorker.service(key(), TenantApi.unique("w"), 100)).workerEuid();
      tapline.awaitFeed("acme");
      execute(
          admin,
          new CreateSubscription(
              RequestMeta.key(key()),
              "follow up",
              EventType.JOB_SUCCEEDED,
              new EventFilter(queue, null, null),
              new Spawn(made, 0, 1, Json.object()),
              "so that nothing is forgotten"));
      execute(
          admin,
          new OpenSession(
              RequestMeta.key(key()),
              null,
              3600L,
              600L,
              null,
              "login",
              null,
              "sha256:" + "0".repeat(64)));
      finished();
      lapsing();
      overdueOutside();
      workflow();
      late();
    }

    private void queue(String queueKey) {
      var fields =
          TestTenant.fields(60, 3).toBuilder()
              .retentionDays(RETENTION_DAYS)
              .externalDeadlinePolicy(ExternalDeadlinePolicy.RETRY)
              .build();
      execute(admin, new CreateQueue(RequestMeta.key(key()), queueKey, fields));
    }

    private static String key() {
      return TenantApi.unique("key");
    }

    private static ActionAnswer execute(Caller caller, Command command) {
      return tapline.engine().execute(caller, command);
    }

    private ClaimAnswer.Item claimed() {
      execute(admin, Enqueue.task(key(), queue, Json.object()));
      return tapline
          .engine()
          .claim(service, Claim.batch(key(), worker, queue, 1, true))
          .claims()
          .get(0);
    }

    /** For the subscription, and for retention. */
    private void finished() {
      complete(claimed());
    }

    private void complete(ClaimAnswer.Item item) {
      execute(service, Complete.of(key(), item.subjectEuid(), worker, item.leaseEuid()));
    }

    private void lapsing() {
      claimed();
    }

    private void overdueOutside() {
      var item = claimed();
      execute(
          service,
          new Dispatch(
              RequestMeta.key(key()),
              item.subjectEuid(),
              worker,
              item.leaseEuid(),
              StatePrecondition.NOTHING,
              "slurm-42",
              item.expiresAt(),
              null));
    }

    /** Its first step has ended; the answer does not depend on the second. */
    private void workflow() {
      execute(
          admin,
          new CreateWorkflow(
              RequestMeta.key(key()),
              "pipeline",
              "MOT:x",
              "olga",
              List.of(step("a"), step("b", "a"))));
      complete(
          tapline
              .engine()
              .claim(service, Claim.batch(key(), worker, queue, 1, true))
              .claims()
              .get(0));
    }

    private WorkflowStep step(String name, String... after) {
      return new WorkflowStep(
          name, Enqueue.task(key(), queue, Json.object()), List.of(after), null);
    }

    private void late() {
      var jobs = new GoodJobs(new TenantApi(tapline, "acme"));
      jobs.enqueue(
          jobs.kind(),
          "deadline_at",
          tapline.engine().reads().webhooks().now(tenantId).plusSeconds(600).toString());
    }

    private static String own() {
      return "actor = 'system:tapline'";
    }

    /** Number of actions of this kind by Tapline itself since then. */
    long done(ActionKey part) {
      return count(
          "tenant_id = "
              + tenantId
              + " and "
              + own()
              + " and action_code = "
              + part.code()
              + " and uid > (select coalesce(max(uid), 0) from tapline.fact_row where tenant_id = "
              + tenantId
              + " and action_code = tapline.action_code('create_subscription'))");
    }
  }
}
