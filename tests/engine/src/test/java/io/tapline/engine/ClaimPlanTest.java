package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.store.BatchUpdateText;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.testkit.engine.ScratchEngine;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * The claim at 120,000 ready subjects, 15,000 live leases of started ones, 50,000 not-yet-ready
 * subjects of higher priority with distinct due dates and 15,000 finished ones: flat, whatever the
 * planner knew when. So many that a walk through all of an index reads more than is allowed.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClaimPlanTest {

  private static final int BATCH = ClaimPlanParameters.BATCH;
  private static final int ROWS_PER_CLAIM = 50;

  /**
   * Statements of claims and completions that read and write by key, besides the search for
   * candidates.
   */
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
          "action/replay_in_history",
          "action/replay_claims",
          "action/replay_pulse",
          "subject/update_subjects");

  /** Statements of a claim and of a completion. */
  static final List<String> STEP =
      Stream.concat(
              BY_KEY.stream(),
              Stream.of(
                  "claim/claim_candidates",
                  "claim/claim_candidates_after",
                  "claim/claim_upkeep",
                  "claim/claim_remainder"))
          .toList();

  /** These read every live lease, of which there are few in life, and 15,000 here. */
  private static final List<String> LIVE =
      List.of(
          "subject_search/subjects_leased", "lease/lease_list_live", "lease/lease_list_live_look");

  private static ScratchEngine test;
  private static InspectedTenant lab;
  private static ClaimPlanData data;
  private static ClaimPlanParameters parameters;
  private static Connection early;
  private static final Map<String, PreparedSql> EARLY = new LinkedHashMap<>();

  @BeforeAll
  static void open() throws SQLException {
    test = new ScratchEngine(4);
    // A long lease: with ten million others beside them it takes a while until they are looked at.
    lab = InspectedTenant.in(test).queue(InspectedTenant.QUEUE, InspectedTenant.fields(86_400, 3));
    data = new ClaimPlanData(test, lab);
    parameters = new ClaimPlanParameters(test, lab);
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
    data.load();
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
    data.analyze();
    assertAllFlat();
  }

  /** Here, because nobody else has tables of this size. */
  @Test
  void lists_and_looks_ahead_read_a_page_and_no_more() throws Exception {
    for (var mode : List.of("force_generic_plan", "force_custom_plan")) {
      try (var connection = mode(test.serving().getConnection(), mode)) {
        for (var statement : ClaimPlanParameters.LISTS) {
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
    assertThat(first).isGreaterThanOrEqualTo(ClaimPlanData.READY);
    lab.enqueue(InspectedTenant.QUEUE);
    test.advance(Duration.ofSeconds(20));
    reads.recount();
    // A count exists by now, and a reader gets it.
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
    // There was no count for a while: a reader gets the last one and need not wait.
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
    var shown = started.one(lab.tenantId(), InspectedTenant.QUEUE).figures();
    assertThat(shown.queueDepth()).isEqualTo(sampled.queueDepth());
    assertThat(shown.computedAt()).isEqualTo(sampled.computedAt());
    assertThat(shown.oldestJobAgeSeconds()).isGreaterThan(sampled.oldestJobAgeSeconds());

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

  private static PreparedSql prepared(Connection connection, String statement) throws SQLException {
    return new PreparedSql(connection, lab.tenantId(), statement, parameters.of(statement));
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

  private static Connection mode(Connection connection, String mode) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute("set plan_cache_mode = " + mode);
    }
    return connection;
  }
}
