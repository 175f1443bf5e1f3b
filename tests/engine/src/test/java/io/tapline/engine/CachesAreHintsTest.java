package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ErrorClass;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.read.evidence.DeadLetterFilter;
import io.tapline.engine.read.evidence.LeaseFilterBuilder;
import io.tapline.engine.read.queue.ItemFilter;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.TamperedSubjects;
import io.tapline.tapdb.Json;
import io.tapline.testkit.engine.ScratchEngine;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Caches and copied keys, deleted or corrupted: every answer stays the same. */
@Tag("soak")
class CachesAreHintsTest {

  /** The hints themselves, and what moves with the clock or is drawn at random. */
  private static final Set<String> NOT_COMPARED =
      Set.of(
          "queue_cache",
          "last_execution_record_euid",
          "queue_residence_seconds",
          "oldest_job_age_seconds",
          "newest_job_age_seconds",
          "computed_at",
          "heartbeat_lag_seconds",
          "worker_heartbeat_lag_seconds");

  private static ScratchEngine test;

  @BeforeAll
  static void open() {
    test = new ScratchEngine(4);
  }

  @AfterAll
  static void close() {
    test.close();
  }

  /** A way to spoil hints, in SQL, of one tenant. */
  record Spoiling(String name, String... statements) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Spoiling> spoilings() {
    return Stream.of(
        subjects("queue_cache absent", TamperedSubjects.NO_CACHE),
        subjects("queue_cache false", TamperedSubjects.FALSE_CACHE),
        subjects("queue_cache computed long ago", "cached_at = '1970-01-01'"),
        subjects("another queue cached", "cached_queue_key = 'elsewhere'"),
        subjects("all marked delayed", "delayed = true"),
        subjects("none marked delayed", "delayed = false"),
        subjects("last record absent", "last_record_uid = null"),
        subjects("last record unknown", "last_record_uid = 404"),
        subjects("last record of another kind", "last_record_uid = s.uid"),
        new Spoiling(
            "bogus look-up keys", lookups("instance_record"), lookups("instance_registry")));
  }

  @ParameterizedTest
  @MethodSource("spoilings")
  void no_answer_changes(Spoiling spoiling) throws Exception {
    var whole = new Bench();
    var spoiled = new Bench();
    // The first one's leases have lapsed meanwhile; now the second one's have, too.
    test.advance(Duration.ofSeconds(61));
    var before = spoiled.answers();
    spoil(spoiled, spoiling);
    var after = spoiled.answers();
    for (int i = 0; i < before.size(); i++) {
      assertThat(after.get(i)).isEqualTo(before.get(i));
    }
    assertThat(spoiled.claims()).isEqualTo(whole.claims());
    test.advance(Duration.ofHours(2));
    spoil(spoiled, spoiling);
    assertThat(spoiled.claims()).isEqualTo(whole.claims()).isNotEmpty();
  }

  /** The mixed run, and a queue whose order matters. */
  private static final class Bench {
    private final MixedRun run = new MixedRun(test);
    private final InspectedTenant lab = run.lab;
    private final Map<String, String> names = new LinkedHashMap<>();
    private final String claimer;

    Bench() {
      lab.queue("order", InspectedTenant.fields(600, 3));
      claimer = lab.worker("claimer");
      for (int i = 0; i < 4; i++) {
        put("priority " + i, i, null, null);
        put("due " + i, 2, Instant.parse("2030-01-01T00:00:00Z").minusSeconds(i), null);
      }
      var soon = clock().plusSeconds(3_600);
      put("later", 9, null, soon);
      put("later still", 9, null, soon.plusSeconds(60));
      // Back at once: its time is now, its attempt is spent.
      var retried = lab.claimAndStart(claimer, "order");
      lab.fail(claimer, retried, ErrorClass.TRANSIENT_SYSTEM);
      run.subjects.forEach((name, euid) -> names.put(euid, name));
    }

    private void put(String name, int priority, Instant due, Instant ready) {
      var euid =
          lab.engine()
              .execute(
                  lab.operator,
                  EnqueueBuilder.builder()
                      .meta(RequestMeta.key(InspectedTenant.key()))
                      .templateCode(Enqueue.TASK)
                      .queueKey("order")
                      .priority(priority)
                      .readyAt(ready)
                      .dueAt(due)
                      .build())
              .subjectEuid();
      names.put(euid, name);
    }

    private Instant clock() {
      return test.in(
          lab.tenantId(),
          tx ->
              io.tapline.tapdb.TimeText.parse(
                  tx.query("select tapline.time_text(tapline.clock())", row -> row.getString(1))
                      .get(0)));
    }

    /** Everything that can be taken now, in order, by name. */
    List<String> claims() {
      var taken = new ArrayList<String>();
      for (var queue : List.of("order", InspectedTenant.QUEUE, MixedRun.NEXT)) {
        var items = lab.claim(claimer, queue, 3, false).claims();
        while (!items.isEmpty()) {
          for (var item : items) {
            taken.add(
                names.get(item.subjectEuid())
                    + ", attempt "
                    + item.attemptNumber()
                    + ", revision "
                    + item.revision());
          }
          items = lab.claim(claimer, queue, 3, false).claims();
        }
      }
      return taken;
    }

    /** Every list, count and diagnostic. */
    List<JsonNode> answers() {
      var reads = lab.engine().reads();
      var answers = new ArrayList<JsonNode>();
      answers.add(tree(reads.queues().all(lab.tenantId())));
      answers.add(tree(reads.queues().metrics(lab.tenantId())));
      for (var queue : List.of("order", InspectedTenant.QUEUE, MixedRun.NEXT)) {
        answers.add(tree(reads.queues().items(lab.tenantId(), queue, ItemFilter.NONE, 500, null)));
      }
      for (var subject : names.keySet()) {
        answers.add(tree(reads.subjects().one(lab.tenantId(), subject, null)));
        answers.add(tree(reads.history().historyOf(lab.tenantId(), subject)));
      }
      answers.add(tree(reads.evidence().holds(lab.tenantId(), null, 500, null)));
      answers.add(
          tree(reads.evidence().deadLetters(lab.tenantId(), DeadLetterFilter.NONE, 500, null)));
      answers.add(
          tree(
              reads
                  .evidence()
                  .leases(lab.tenantId(), LeaseFilterBuilder.builder().build(), 500, null)));
      answers.add(tree(reads.workers().list(lab.tenantId(), null, 500, null)));
      return answers;
    }
  }

  private static JsonNode tree(Object answer) {
    return stripped(Json.parse(Json.print(answer)));
  }

  private static JsonNode stripped(JsonNode node) {
    if (node instanceof ObjectNode object) {
      for (var name : List.copyOf(object.propertyNames())) {
        if (NOT_COMPARED.contains(name)) {
          object.remove(name);
        }
      }
    }
    node.forEach(CachesAreHintsTest::stripped);
    return node;
  }

  private static void spoil(Bench bench, Spoiling spoiling) throws SQLException {
    try (var admin = test.admin()) {
      try (var statement = admin.createStatement()) {
        statement.execute("set session_replication_role = replica");
      }
      for (var sql : spoiling.statements()) {
        try (var statement = admin.prepareStatement(sql)) {
          statement.setLong(1, bench.lab.tenantId());
          assertThat(statement.executeUpdate()).isPositive();
        }
      }
    }
  }

  private static Spoiling subjects(String name, String columns) {
    return new Spoiling(name, TamperedSubjects.set(columns).toArray(String[]::new));
  }

  private static String lookups(String table) {
    return "update tapline."
        + table
        + " set json_addl = jsonb_set(json_addl, '{properties}', json_addl -> 'properties' ||"
        + " '{\"subject_lookup_euid\": \"Z-XX-404\", \"worker_lookup_euid\": 7,"
        + " \"queue_lookup_key\": {\"a\": 1}, \"lease_lookup_euid\": \"Z-XX-404\","
        + " \"placed_by_lookup_euid\": \"Z-XX-404\", \"bogus_lookup_key\": true}') where tenant_id"
        + " = ?";
  }
}
