package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.command.Enqueue;
import io.tapline.engine.store.BatchUpdateText;
import io.tapline.engine.store.TemplateCache;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testkit.ScratchEngine;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * The claim at 120,000 ready subjects, 15,000 live leases of started ones and 50,000 not-yet-ready
 * subjects of higher priority with distinct due dates: flat, whatever the planner knew when. So
 * many that a walk through all of an index reads more than is allowed.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClaimPlanTest {

  private static final int READY = 120_000;
  private static final int RUNNING = 15_000;
  private static final int DELAYED = 50_000;
  private static final int BATCH = 20;
  private static final int ROWS_PER_CLAIM = 50;

  /** What one attempt has of another that is copied from it. */
  private static final String COPIED =
      "template_uid, record_template_uid, worker_uid, queue_uid, revision, attempt_number,"
          + " ttl_seconds, lease_token, idempotency_key, payload_hash, start_state, status,"
          + " expires_at, record_status";

  /** What a claim and a completion read and write by key, beside finding candidates. */
  private static final List<String> BY_KEY =
      List.of(
          "subject/lock_subjects",
          "subject/lock_free_subjects",
          "worker/lock_worker",
          "worker/lock_free_workers",
          "worker/read_workers",
          "claim/live_leases_of_workers",
          "subject/read_subjects",
          "attempt/read_leases",
          "dead_letter/linked_objects",
          "action/replay_action",
          "action/replay_pulse",
          "subject/update_subjects",
          "attempt/update_attempts");

  /** What people's lists and waiting claims ask; each is to look at {@link #BATCH} subjects. */
  private static final List<String> LISTS =
      List.of(
          "subject_search/subjects_parked",
          "subject_search/subjects_delayed",
          "subject_search/subjects_leased",
          "subject_search/subjects_ready",
          "subject_search/subjects_finished",
          "subject_search/subjects_of_worker",
          "subject_search/subjects_newest",
          "subject_search/subjects_named",
          "subject_search/subjects_containing",
          "subject_search/subjects_correlated",
          "subject_search/subjects_with_barcode",
          "subject_search/subjects_with_bulky_barcode",
          "queue_item/items_ready",
          "queue_item/items_few",
          "queue_item/items_matured_or_lapsed",
          "queue_item/few_correlated",
          "queue_item/few_retrying",
          "lease/lease_list",
          "lease/lease_list_look",
          "lease/lease_list_live",
          "lease/lease_list_live_look",
          "queue_stats/queue_depth",
          "queue/queue_outlook",
          "queue/first_queue_with_work",
          "queue/queue_prospects",
          "queue/queue_changes",
          "queue_stats/queue_waits",
          "queue_sample/queue_samples",
          "queue_sample/sample_newest");

  /** These read every live lease, of which there are few in life, and 15,000 here. */
  private static final List<String> LIVE =
      List.of(
          "subject_search/subjects_leased", "lease/lease_list_live", "lease/lease_list_live_look");

  private static ScratchEngine test;
  private static InspectedTenant lab;
  private static Connection early;
  private static final Map<String, PreparedSql> EARLY = new LinkedHashMap<>();

  @BeforeAll
  static void open() throws SQLException {
    test = new ScratchEngine(4);
    lab = InspectedTenant.in(test).queue(InspectedTenant.QUEUE, InspectedTenant.fields(900, 3));
    var worker = lab.worker("w1");
    // One of each, as the engine writes them, for the others to be copies of.
    lab.enqueue(InspectedTenant.QUEUE);
    lab.claimAndStart(worker, InspectedTenant.QUEUE);
    early = mode(test.serving().getConnection(), "force_generic_plan");
    // A uid that will be a subject's, and one that will be a lease's, do not matter to the plan.
    for (var statement : BY_KEY) {
      EARLY.put(statement, prepared(early, statement).used());
    }
    EARLY.put("claim/claim_candidates", prepared(early, "claim/claim_candidates").used());
    EARLY.put(
        "claim/claim_candidates_after", prepared(early, "claim/claim_candidates_after").used());
    EARLY.put("claim/claim_upkeep", prepared(early, "claim/claim_upkeep").used());
    EARLY.put("claim/claim_remainder", prepared(early, "claim/claim_remainder").used());
    load();
  }

  @AfterAll
  static void close() throws SQLException {
    early.close();
    test.close();
  }

  /** Before others: nothing is analyzed yet. */
  @Test
  @Order(2)
  void claims_and_completions_read_few_rows_before_and_after_analyze_with_any_plan()
      throws Exception {
    assertAllFlat();
    analyze();
    assertAllFlat();
  }

  /** Here, because nobody else has tables of this size. */
  @Test
  void lists_and_looks_ahead_read_a_page_and_no_more() throws Exception {
    for (var mode : List.of("force_generic_plan", "force_custom_plan")) {
      try (var connection = mode(test.serving().getConnection(), mode)) {
        for (var statement : LISTS) {
          var plan = prepared(connection, statement).explain();
          assertThat(PreparedSql.scans(plan))
              .as(statement)
              .noneMatch(scan -> scan.startsWith("Seq Scan"));
          assertThat(PreparedSql.rowsRead(plan))
              .as(statement + plan.toPrettyString())
              .isLessThan(ROWS_PER_CLAIM * BATCH * (LIVE.contains(statement) ? 100.0 : 1.0));
          // A walk through an index is not seen in rows.
          assertThat(PreparedSql.blocks(plan))
              .as(statement + plan.toPrettyString())
              .isLessThan(ROWS_PER_CLAIM * BATCH * (LIVE.contains(statement) ? 100.0 : 1.0));
        }
      }
    }
  }

  /**
   * Whatever is done once for each subject, or reads their rows, would make it many times dearer.
   * Before the tables are analyzed: how much vacuum has seen of them by then is a matter of chance.
   */
  @Test
  @Order(1)
  void a_large_queue_is_counted_by_its_index_alone() throws Exception {
    try (var connection = mode(test.serving().getConnection(), "force_custom_plan");
        var statement = connection.createStatement()) {
      // Workers that share a scan count as loops of it.
      statement.execute("set max_parallel_workers_per_gather = 0");
      var plan = prepared(connection, "queue_stats/queue_depth_large").explain();
      assertThat(PreparedSql.scans(plan))
          .contains("Index Only Scan subject_ready_order")
          .noneMatch(scan -> scan.startsWith("Seq Scan"));
      assertThat(PreparedSql.nodes(plan))
          .as(plan.toPrettyString())
          .allMatch(node -> node.get("Actual Loops").asDouble() <= 1);
    }
  }

  @Test
  void a_large_queue_is_counted_before_somebody_asks() {
    var reads = test.engine().reads().queues();
    var first = reads.one(lab.tenantId(), InspectedTenant.QUEUE).figures().queueDepth();
    assertThat(first).isGreaterThanOrEqualTo(READY);
    lab.enqueue(InspectedTenant.QUEUE);
    test.advance(Duration.ofSeconds(20));
    reads.recount();
    // Counted by now, so whoever asks is told of that count.
    lab.enqueue(InspectedTenant.QUEUE);
    assertThat(reads.one(lab.tenantId(), InspectedTenant.QUEUE).figures().queueDepth())
        .isEqualTo(first + 1);
    // Nobody has looked for a while: it is counted all the same.
    test.advance(Duration.ofMinutes(2));
    reads.recount();
    lab.enqueue(InspectedTenant.QUEUE);
    test.advance(Duration.ofMinutes(2));
    reads.recount();
    lab.enqueue(InspectedTenant.QUEUE);
    assertThat(reads.one(lab.tenantId(), InspectedTenant.QUEUE).figures().queueDepth())
        .isEqualTo(first + 3);
    // Nobody has counted for a while: who asks is told what was counted last, and need not wait.
    test.advance(Duration.ofSeconds(20));
    assertThat(reads.one(lab.tenantId(), InspectedTenant.QUEUE).figures().queueDepth())
        .isEqualTo(first + 3);
    reads.recount();
    assertThat(reads.one(lab.tenantId(), InspectedTenant.QUEUE).figures().queueDepth())
        .isEqualTo(first + 4);
  }

  @Test
  void after_a_start_a_large_queue_shows_its_last_sample_without_being_counted() {
    test.advance(Duration.ofMinutes(5));
    assertThat(test.engine().sample(lab.tenantId())).isTrue();
    var sampled =
        test.engine().reads().queues().one(lab.tenantId(), InspectedTenant.QUEUE).figures();
    lab.enqueue(InspectedTenant.QUEUE);
    test.advance(Duration.ofSeconds(20));

    var started = new Engine(test.serving()).reads().queues();
    started.recount();
    var told = started.one(lab.tenantId(), InspectedTenant.QUEUE).figures();
    assertThat(told.queueDepth()).isEqualTo(sampled.queueDepth());
    assertThat(told.computedAt()).isEqualTo(sampled.computedAt());
    assertThat(told.oldestJobAgeSeconds()).isGreaterThan(sampled.oldestJobAgeSeconds());

    started.recount();
    var counted = started.one(lab.tenantId(), InspectedTenant.QUEUE).figures();
    assertThat(counted.queueDepth()).isEqualTo(sampled.queueDepth() + 1);
    assertThat(counted.computedAt()).isAfter(sampled.computedAt());
  }

  private static void assertAllFlat() throws SQLException {
    assertClaimIsFlat(EARLY.get("claim/claim_candidates"));
    assertClaimIsFlat(EARLY.get("claim/claim_candidates_after"));
    assertProbeIsFlat(EARLY.get("claim/claim_upkeep"));
    assertProbeIsFlat(EARLY.get("claim/claim_remainder"));
    for (var statement : BY_KEY) {
      if (keepsPlan(statement)) {
        assertByKey(statement, EARLY.get(statement));
      }
    }
    for (var mode : List.of("force_generic_plan", "force_custom_plan")) {
      try (var connection = mode(test.serving().getConnection(), mode)) {
        assertClaimIsFlat(prepared(connection, "claim/claim_candidates"));
        assertClaimIsFlat(prepared(connection, "claim/claim_candidates_after"));
        assertProbeIsFlat(prepared(connection, "claim/claim_upkeep"));
        assertProbeIsFlat(prepared(connection, "claim/claim_remainder"));
        for (var statement : BY_KEY) {
          if (keepsPlan(statement) || mode.equals("force_custom_plan")) {
            assertByKey(statement, prepared(connection, statement));
          }
        }
      }
    }
  }

  /** Tx.updateByKeys: before 17 an update by keys is planned anew each time. */
  private static boolean keepsPlan(String statement) throws SQLException {
    return !BatchUpdateText.fills(statement) || early.getMetaData().getDatabaseMajorVersion() >= 17;
  }

  private static void assertByKey(String statement, PreparedSql sql) throws SQLException {
    var plan = sql.explain();
    assertThat(PreparedSql.scans(plan))
        .as(statement)
        .isNotEmpty()
        .noneMatch(scan -> scan.startsWith("Seq Scan"));
    assertThat(PreparedSql.rowsRead(plan)).as(statement + plan.toPrettyString()).isLessThan(50);
    // A walk through an index is not seen in rows, only in blocks.
    assertThat(PreparedSql.blocks(plan)).as(statement + plan.toPrettyString()).isLessThan(100);
  }

  /** Nothing has lapsed and nothing matured: two probes that find nothing. */
  private static void assertProbeIsFlat(PreparedSql sql) throws SQLException {
    var plan = sql.explain();
    assertThat(PreparedSql.rowsRead(plan)).as(plan.toPrettyString()).isLessThan(5);
    assertThat(PreparedSql.blocks(plan)).as(plan.toPrettyString()).isLessThan(100);
  }

  /** Without its file. */
  private static String name(String statement) {
    return statement.substring(statement.indexOf('/') + 1);
  }

  private static PreparedSql prepared(Connection connection, String statement) throws SQLException {
    return new PreparedSql(connection, lab.tenantId(), statement, parameters(statement));
  }

  private static void assertClaimIsFlat(PreparedSql sql) throws SQLException {
    var plan = sql.explain();
    assertThat(plan.get("Actual Rows").asDouble()).as("claimed").isEqualTo(BATCH);
    assertThat(PreparedSql.scans(plan))
        .anyMatch(scan -> scan.endsWith("subject_ready_order"))
        .noneMatch(scan -> scan.startsWith("Seq Scan"));
    assertThat(PreparedSql.nodes(plan))
        .noneMatch(node -> node.get("Node Type").asString().contains("Sort"));
    assertThat(PreparedSql.rowsRead(plan))
        .as(plan.toPrettyString())
        .isLessThan((double) ROWS_PER_CLAIM * BATCH);
    assertThat(PreparedSql.blocks(plan))
        .as(plan.toPrettyString())
        .isLessThan((double) ROWS_PER_CLAIM * BATCH);
  }

  /** What the engine gives to each statement, by name. */
  private static Map<String, String> parameters(String statement) {
    var uids = List.of(uid(statement));
    var parameters = new HashMap<String, String>();
    for (var every :
        List.of(
            "any_site",
            "any_platform",
            "any_assay",
            "every_site",
            "every_platform",
            "every_assay")) {
      parameters.put(every, "true::boolean");
    }
    for (var none :
        List.of(
            "sites", "platforms", "assays", "worker_sites", "worker_platforms", "worker_assays")) {
      parameters.put(none, "'{}'::text[]");
    }
    parameters.put("queue", "'" + InspectedTenant.QUEUE + "'::text");
    parameters.put(
        "now", BatchUpdateText.fills(statement) ? "now()::timestamptz" : "'" + now() + "'::text");
    parameters.put("queues", "null::text[]");
    parameters.put("queue_uid", queueUid() + "::bigint");
    // Another worker than the one that holds the 20,000: each counts its own.
    parameters.put("worker", "0::bigint");
    parameters.put("relationship", "'execution_subject_hold'::text");
    parameters.put("status", "'ACTIVE'::text");
    // The target of all actions, as a queue is of what is enqueued: only the key tells them apart.
    parameters.put("targets", "'{" + queueUid() + "}'::bigint[]");
    parameters.put(
        "keys",
        name(statement).startsWith("queue") || name(statement).startsWith("first_queue")
            ? "'{" + InspectedTenant.QUEUE + "}'::text[]"
            : "'{running-7}'::text[]");
    parameters.put("action", "'claim_queue_item'::text");
    parameters.put("states", "'{READY,FAILED_RETRYABLE}'::text[]");
    parameters.put("templates", "'{" + template(Enqueue.TASK) + "}'::bigint[]");
    parameters.put("max_attempts", "3::integer");
    parameters.put("apart", "'{1,2,3,4,5,6,7,8,9,10,11,12}'::bigint[]");
    parameters.put("hold", "0::bigint");
    parameters.put("asked", "true::boolean");
    parameters.put("workers", "'{0}'::bigint[]");
    parameters.put("floors", "'{0}'::bigint[]");
    parameters.put("actor", "0::bigint");
    parameters.put("actors", "'{0}'::bigint[]");
    parameters.put("template", template(TemplateCache.WORKER) + "::bigint");
    parameters.put("floor", "0::bigint");
    parameters.put("place_priority", "0::integer");
    parameters.put("place_visible_from", "'2020-01-01T00:00:00.000000Z'::text");
    parameters.put("place_created_dt", "'2020-01-01'::timestamptz");
    parameters.put("place_euid", "'Z'::text");
    parameters.put("look_ahead", "true::boolean");
    parameters.put("feed_key", "1::bigint");
    parameters.put("with_properties", "true::boolean");
    parameters.put("limit", BATCH + "::integer");
    parameters.putAll(listParameters(statement));
    var list = uids.stream().map(String::valueOf).toList();
    parameters.put("uids", "'{" + String.join(",", list) + "}'::bigint[]");
    if (BatchUpdateText.fills(statement)) {
      parameters.putAll(BatchUpdateText.parameters(statement, uids.size()));
    }
    return parameters;
  }

  private static Map<String, String> listParameters(String statement) {
    if (!LISTS.contains(statement)) {
      return Map.of();
    }
    var parameters = new HashMap<String, String>();
    for (var open :
        List.of(
            "state",
            "site",
            "platform",
            "assay",
            "correlation",
            "trx_euid",
            "accession_euid",
            "run_euid",
            "step_euid",
            "leased_after",
            "not_named_from",
            "not_named_to",
            "not_correlated",
            "not_referred")) {
      parameters.put(open, "null::text");
    }
    if (name(statement).startsWith("subjects_")) {
      parameters.put("queue", "null::text");
    }
    if (name(statement).startsWith("lease_")) {
      // Of a queue that has none, behind all those of the other.
      parameters.put("queue", "0::bigint");
      parameters.put("worker", "null::bigint");
      parameters.put("queues", "null::bigint[]");
      parameters.put("after", "0::bigint");
      parameters.put("narrowed", "true::boolean");
    }
    boolean forward =
        List.of(
                "subject_search/subjects_delayed",
                "subject_search/subjects_named",
                "subject_search/subjects_containing")
            .contains(statement);
    parameters.put("template", "null::bigint");
    parameters.put("overdue", "false::boolean");
    parameters.put("look", BATCH + "::integer");
    parameters.put("most", BATCH + "::integer");
    parameters.put("place_uid", (forward ? 0 : Long.MAX_VALUE) + "::bigint");
    parameters.put("place_text", (forward ? "''" : "'HELD!'") + "::text");
    parameters.put("place_feed_key", Long.MAX_VALUE + "::bigint");
    parameters.put("contained", "'x'::text");
    parameters.put("contained_in_ascii", "true::boolean");
    parameters.put("parked_from", "'HELD '::text");
    parameters.put("parked_to", "'HELD!'::text");
    parameters.put("walk_queue", "'" + InspectedTenant.QUEUE + "'::text");
    parameters.put("lease_after", "''::text");
    // In the middle of the ready ones, which are all of one priority.
    parameters.put("priority", "0::integer");
    parameters.put("due_at", "'Z'::text");
    parameters.put("visible_from", "'" + secondsAgo(READY / 2) + "'::text");
    parameters.put("created_dt", "'1970-01-01'::timestamptz");
    parameters.put("euid", "''::text");
    parameters.put("worker_uid", workerUid() + "::bigint");
    parameters.put("uid", queueUid() + "::bigint");
    parameters.put("name_from", "'S-'::text");
    parameters.put("name_to", "'S-~'::text");
    parameters.put("correlated", "'run-7'::text");
    parameters.put("barcode", "'S-7'::text");
    parameters.put("from_uid", "0::bigint");
    parameters.put("to_uid", Long.MAX_VALUE + "::bigint");
    parameters.put("from_minute", "'2020-01-01T00:00:00.000000Z'::text");
    parameters.put("to_minute", "'2100-01-01T00:00:00.000000Z'::text");
    return parameters;
  }

  private static long workerUid() {
    return test.in(
        lab.tenantId(),
        tx ->
            tx.query(
                    "select uid from tapline.instance_registry where tenant_id = ? and object_key ="
                        + " 'w1'",
                    row -> row.getLong(1),
                    tx.tenantId())
                .get(0));
  }

  /** Of the one subject that ran before the others came. */
  private static long uid(String statement) {
    if (statement.endsWith("_worker") || statement.endsWith("_workers")) {
      return workerUid();
    }
    var table =
        name(statement).contains("lease") || name(statement).contains("attempt")
            ? "attempt"
            : "subject";
    return test.in(
        lab.tenantId(),
        tx ->
            tx.query(
                    "select min(uid) from tapline." + table + " where tenant_id = ?",
                    row -> row.getLong(1),
                    tx.tenantId())
                .get(0));
  }

  private static long queueUid() {
    return test.in(
        lab.tenantId(),
        tx ->
            tx.query(
                    "select uid from tapline.instance_registry where tenant_id = ? and object_key ="
                        + " ?",
                    row -> row.getLong(1),
                    tx.tenantId(),
                    InspectedTenant.QUEUE)
                .get(0));
  }

  private static String template(String code) {
    return test.in(
        lab.tenantId(),
        tx -> Long.toString(test.engine().templateCache().template(tx, code).uid()));
  }

  private static String now() {
    return secondsAgo(0);
  }

  private static String secondsAgo(int seconds) {
    return test.in(
        lab.tenantId(),
        tx ->
            tx.query(
                    "select tapline.time_text(tapline.clock() - make_interval(secs => ?))",
                    row -> row.getString(1),
                    seconds)
                .get(0));
  }

  private static void load() throws SQLException {
    var insert =
        "insert into tapline.subject (tenant_id, uid, template_uid, created_dt, modified_dt, euid,"
            + " revision, attempt_count, exec_queue_key, exec_state, priority, due_at, ready_at,"
            + " visible_from, ready_queue_key, delayed, delayed_queue_key) select s.tenant_id,"
            + " nextval(tapline.uid_sequence(s.tenant_id)), s.template_uid, now(), now(), ";
    var from =
        " from tapline.subject s, generate_series(1, %d) i where s.tenant_id = "
            + lab.tenantId()
            + " and s.uid = (select min(uid) from tapline.subject where tenant_id = "
            + lab.tenantId()
            + ")";
    try (var admin = test.admin();
        var statement = admin.createStatement()) {
      statement.execute("set session_replication_role = replica");
      statement.execute("set synchronous_commit = off");
      var since = "tapline.time_text(now() - make_interval(secs => i))";
      statement.execute(
          insert
              + "'ready-' || i, s.revision, s.attempt_count, s.exec_queue_key, 'READY', s.priority,"
              + " s.due_at, "
              + since
              + ", "
              + since
              + ", s.exec_queue_key, null, null"
              + from.formatted(READY));
      var tomorrow = "tapline.time_text(now() + interval '1 day')";
      statement.execute(
          insert
              + "'delayed-' || i, s.revision, s.attempt_count, s.exec_queue_key, 'READY', 9,"
              + " tapline.time_text(now() + make_interval(secs => i)), "
              + tomorrow
              + ", "
              + tomorrow
              + ", null, true, s.exec_queue_key"
              + from.formatted(DELAYED));
      statement.execute(
          insert
              + "'running-' || i, s.revision, s.attempt_count, s.exec_queue_key, s.exec_state,"
              + " s.priority, s.due_at, s.ready_at, s.visible_from, s.ready_queue_key, s.delayed,"
              + " s.delayed_queue_key"
              + from.formatted(RUNNING));
      statement.execute(
          "insert into tapline.attempt (tenant_id, uid, record_uid, euid, record_euid, created_dt,"
              + " modified_dt, subject_uid, "
              + COPIED
              + ") select l.tenant_id, nextval(tapline.uid_sequence(l.tenant_id)),"
              + " nextval(tapline.uid_sequence(l.tenant_id)), 'lease-' || s.euid,"
              + " 'record-' || s.euid, now(), now(), s.uid, "
              + COPIED.replaceAll("(\\w+)", "l.$1")
              + " from tapline.attempt l, tapline.instance_subject s where l.tenant_id = "
              + lab.tenantId()
              + " and s.tenant_id = l.tenant_id and s.euid like 'running-%'");
      statement.execute(
          "update tapline.subject s set lease_uid = l.uid, lease_worker_uid = l.worker_uid,"
              + " lease_queue_uid = l.queue_uid, lease_expires_at = l.expires_at from"
              + " tapline.instance_lease l where l.tenant_id = "
              + lab.tenantId()
              + " and s.tenant_id = l.tenant_id and s.uid = l.subject_uid and l.status = 'ACTIVE'");
      loadEvidence(statement);
    }
  }

  /** Attempts, actions and links of others, in which a careless plan would get lost. */
  private static void loadEvidence(java.sql.Statement statement) throws SQLException {
    statement.execute(
        "insert into tapline.fact (tenant_id, uid, template_uid, euid, at, subject_uid, queue_uid,"
            + " executed_on_uid, target_uid, feed_key, action_key, target, idempotency_key) select"
            + " a.tenant_id, nextval(tapline.uid_sequence(a.tenant_id)), a.template_uid,"
            + " 'action-' || s.euid, now(), s.uid, a.queue_uid, s.uid, a.queue_uid, a.feed_key + 1,"
            + " a.action_key, 'queue', s.euid from tapline.fact a,"
            + " tapline.instance_subject s where a.action_key = 'claim_queue_item' and a.tenant_id"
            + " = "
            + lab.tenantId()
            + " and s.tenant_id = a.tenant_id and s.euid like 'running-%'");
    statement.execute(
        "insert into tapline.lineage_link select s.tenant_id, s.uid, 'execution_subject_hold',"
            + " s.uid + 1, now() from tapline.instance_subject s where s.tenant_id = "
            + lab.tenantId()
            + " and s.euid like 'running-%'");
  }

  private static void analyze() throws SQLException {
    try (var admin = test.admin();
        var statement = admin.createStatement()) {
      statement.execute("analyze tapline.subject, tapline.instance, tapline.fact");
      statement.execute("analyze tapline.lineage_link");
    }
  }

  private static Connection mode(Connection connection, String mode) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute("set plan_cache_mode = " + mode);
    }
    return connection;
  }
}
