package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.JobName;
import io.tapline.api.Submission;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.RegisterJob;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.Json;
import io.tapline.testkit.engine.EngineTest;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The cost of task reads does not grow with pending tasks of other jobs. */
@EngineTest(ownDatabase = true)
class TaskPlanTest extends InspectedTenantTest {

  private static final JobName QUIET = new JobName("lab", "analysis", "Quiet");
  private static final JobName CROWDED = new JobName("crowd", "analysis", "Crowded");

  private List<String> submit(JobName job, int count) {
    var commands = new ArrayList<Enqueue>();
    for (int i = 0; i < count; i++) {
      commands.add(
          EnqueueBuilder.builder()
              .meta(RequestMeta.key(InspectedTenant.key()))
              .templateCode(Enqueue.TASK)
              .properties(Json.object())
              .queueKey(job.queueKey())
              .submission(new Submission(job.roomId(), job.fullName()))
              .build());
    }
    return lab.engine().executeAll(lab.admin, commands).stream()
        .map(outcome -> outcome.orThrow().subjectEuid())
        .toList();
  }

  private void register(JobName job) {
    lab.engine()
        .execute(
            lab.admin,
            new RegisterJob(
                RequestMeta.key(InspectedTenant.key()),
                job.roomId(),
                job.category(),
                job.name(),
                Json.object(),
                null,
                90,
                false));
  }

  @Test
  void a_place_in_the_queue_costs_the_same_whatever_is_pending_elsewhere() throws SQLException {
    costsTheSameBeside(20_000);
  }

  @Test
  @Tag("soak")
  void a_place_in_the_queue_costs_the_same_beside_a_hundred_thousand() throws SQLException {
    costsTheSameBeside(100_000);
  }

  private void costsTheSameBeside(int pending) throws SQLException {
    register(QUIET);
    register(CROWDED);
    var tasks = submit(QUIET, 10);
    submit(CROWDED, 10);
    double few = PreparedSql.rowsRead(positions(tasks));
    for (int i = 0; i < pending; i += 1_000) {
      submit(CROWDED, 1_000);
    }
    var plan = positions(tasks);
    assertThat(PreparedSql.scans(plan)).noneMatch(scan -> scan.startsWith("Seq Scan"));
    assertThat(PreparedSql.rowsRead(plan)).as(plan.toPrettyString()).isLessThanOrEqualTo(few);
    assertThat(PreparedSql.blocks(plan)).as(plan.toPrettyString()).isLessThan(200);
    var head = heads();
    assertThat(PreparedSql.scans(head)).noneMatch(scan -> scan.startsWith("Seq Scan"));
    assertThat(PreparedSql.rowsRead(head)).as(head.toPrettyString()).isLessThan(20);
    assertThat(
            lab.engine()
                .reads()
                .jobs()
                .heads(lab.tenantId(), List.of(CROWDED.queueKey(), QUIET.queueKey())))
        .containsExactly(QUIET.queueKey(), CROWDED.queueKey());
    assertThat(lab.engine().reads().tasks().one(lab.tenantId(), tasks.get(9)))
        .hasValueSatisfying(task -> assertThat(task.queuePosition()).isEqualTo(10));
  }

  private JsonNode positions(List<String> tasks) throws SQLException {
    try (var connection = test.serving().getConnection()) {
      return new PreparedSql(connection, lab.tenantId(), "task/queue_positions", parameters(tasks))
          .explain();
    }
  }

  /** The plan of the search for the oldest task of the jobs of a worker. */
  private JsonNode heads() throws SQLException {
    var queues = "'{\"" + CROWDED.queueKey() + "\",\"" + QUIET.queueKey() + "\"}'::text[]";
    try (var connection = test.serving().getConnection()) {
      return new PreparedSql(
              connection,
              lab.tenantId(),
              "job/job_heads",
              Map.of("queues", queues, "now", "'2099-01-01T00:00:00.000000Z'::text"))
          .explain();
    }
  }

  private Map<String, String> parameters(List<String> tasks) {
    long template =
        lab.engine()
            .tapDb()
            .transaction(
                lab.tenantId(), tx -> lab.engine().templateCache().find(tx, Enqueue.TASK).uid());
    var uids =
        tasks.stream()
            .map(euid -> String.valueOf(EuidMint.uidOf(euid).orElseThrow()))
            .collect(Collectors.joining(",", "'{", "}'::bigint[]"));
    return Map.ofEntries(
        Map.entry("queue", "'" + QUIET.queueKey() + "'::text"),
        Map.entry("now", "'2099-01-01T00:00:00.000000Z'::text"),
        Map.entry("states", "'{R,T}'::\"char\"[]"),
        Map.entry("templates", "'{" + template + "}'::bigint[]"),
        Map.entry("any_site", "true::boolean"),
        Map.entry("sites", "'{}'::text[]"),
        Map.entry("any_platform", "true::boolean"),
        Map.entry("platforms", "'{}'::text[]"),
        Map.entry("any_assay", "true::boolean"),
        Map.entry("assays", "'{}'::text[]"),
        Map.entry("uids", uids));
  }
}
