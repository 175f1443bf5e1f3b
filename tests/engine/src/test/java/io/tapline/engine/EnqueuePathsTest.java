package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.PayloadPolicy;
import io.tapline.api.Scope;
import io.tapline.api.request.Command;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.EnqueueLinks;
import io.tapline.api.request.QueueFields;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.SwitchSubstrate;
import io.tapline.api.request.UpdateQueue;
import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.model.Caller;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.TracedSource;
import io.tapline.tapdb.Json;
import io.tapline.testkit.engine.ScratchEngine;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * Random enqueues, carried out by two engines in a tenant each: one has the fast path, the other
 * one only the general path. Answers, refusals and rows are the same.
 */
class EnqueuePathsTest {

  private static final int STEPS = 120;
  private static final int LARGE = 1_000;
  private static final String QUEUE = InspectedTenant.QUEUE;
  private static final String OTHER = "other";
  private static final String STATEMENT = "drawn as materialized";
  private static final Pattern EUID = Pattern.compile("\\b[A-Z]{1,4}-([A-Z]{2,4})-[0-9A-Z]+\\b");

  /** Far from the clock: a slow machine is the same for both. */
  private static final Instant PAST = Instant.parse("2020-01-01T00:00:00Z");

  private static final Instant FUTURE = Instant.parse("2190-01-01T00:00:00Z");

  private static ScratchEngine test;

  @BeforeAll
  static void open() {
    test = new ScratchEngine(6);
  }

  @AfterAll
  static void close() {
    test.close();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void both_paths_leave_the_same_behind(long seed) throws SQLException {
    var traced = new TracedSource(test.serving());
    var fast = new Side(new Engine(traced.source()));
    var general = new Side(generalEngine());
    var random = new Random(seed);
    for (int i = 0; i < STEPS; i++) {
      long dice = random.nextLong();
      var transcript = fast.step(i, new Random(dice));
      assertThat(transcript)
          .as("seed " + seed + ", step " + i)
          .isEqualTo(general.step(i, new Random(dice)));
      if (random.nextInt(20) == 0) {
        test.advance(Duration.ofHours(1));
      }
    }
    assertSame(fast.rows(), general.rows());
    assertThat(traced.executed(STATEMENT)).isGreaterThan(STEPS / 4);
    for (var side : List.of(fast, general)) {
      assertThat(new InvariantChecker(test.engine()).check(side.lab.tenantId())).isEmpty();
    }
  }

  @Test
  void a_large_batch_is_the_same_on_both_paths_and_keeps_its_order() throws SQLException {
    var traced = new TracedSource(test.serving());
    var fast = new Side(new Engine(traced.source()));
    var general = new Side(generalEngine());
    for (int round = 0; round < 2; round++) {
      int from = round * LARGE;
      var commands =
          IntStream.range(from, from + LARGE)
              .<Command>mapToObj(i -> Enqueue.task("k" + i, QUEUE, Json.object().put("n", i)))
              .toList();
      assertThat(fast.execute(fast.lab.operator, commands))
          .isEqualTo(general.execute(general.lab.operator, commands));
    }
    assertThat(fast.rows()).hasSize(4 * LARGE);
    assertSame(fast.rows(), general.rows());
    assertThat(traced.executed(STATEMENT)).isEqualTo(2);
    var robot = fast.lab.worker("robot", LARGE);
    assertThat(fast.lab.claim(robot, QUEUE, 3, true).claims())
        .extracting(item -> item.properties().get("n").asInt())
        .containsExactly(0, 1, 2);
  }

  /** The first difference only. */
  private static void assertSame(List<String> some, List<String> others) {
    for (int i = 0; i < Math.min(some.size(), others.size()); i++) {
      assertThat(some.get(i)).isEqualTo(others.get(i));
    }
    assertThat(some).hasSameSizeAs(others);
  }

  private static Engine generalEngine() {
    var general = new Engine(test.serving());
    general.generalPathOnly();
    return general;
  }

  /** One of the engines with its tenant. */
  private static final class Side {

    private final Engine engine;
    private final InspectedTenant lab;
    private final List<Command> past = new ArrayList<>();
    private final Map<String, String> names = new HashMap<>();

    Side(Engine engine) {
      this.engine = engine;
      this.lab = InspectedTenant.in(test).queue(QUEUE).queue(OTHER);
    }

    String step(int number, Random random) {
      int kind = random.nextInt(100);
      var meta = RequestMeta.key("key-" + number);
      if (kind < 3) {
        boolean on = random.nextInt(3) > 0;
        return execute(lab.admin, List.of(new SwitchSubstrate(meta, on, "why not")));
      }
      if (kind < 8) {
        var fields =
            QueueFields.builder()
                .payloadPolicy(
                    random.nextInt(3) == 0 ? PayloadPolicy.SIGNAL_ONLY : PayloadPolicy.ANY)
                .build();
        var revision = lab.engine().reads().queues().one(lab.tenantId(), OTHER).policy().revision();
        return execute(lab.admin, List.of(new UpdateQueue(meta, OTHER, revision, fields, null)));
      }
      int count = random.nextInt(3) == 0 ? 1 + random.nextInt(50) : 1 + random.nextInt(3);
      var commands = new ArrayList<Command>();
      var used = new HashSet<String>();
      for (int i = 0; i < count; i++) {
        var command = command("key-" + number + "-" + i, random);
        if (random.nextInt(60) == 0 && !past.isEmpty()) {
          command = (Enqueue) past.get(random.nextInt(past.size()));
        }
        commands.add(command);
        used.add(command.meta().idempotencyKey());
      }
      past.addAll(commands);
      return execute(lab.operator, commands) + used.size();
    }

    private static Enqueue command(String key, Random random) {
      var made =
          EnqueueBuilder.builder(Enqueue.task(key, random.nextInt(3) == 0 ? OTHER : QUEUE, null))
              .meta(
                  new RequestMeta(
                      random.nextInt(80) == 0 ? "twice" : key,
                      random.nextInt(4) == 0 ? "batch " + random.nextInt(3) : null,
                      random.nextInt(4) == 0 ? "traced" : null))
              .properties(properties(random));
      if (random.nextInt(5) == 0) {
        made.priority(random.nextInt(9)).maxAttempts(1 + random.nextInt(4));
      }
      if (random.nextInt(5) == 0) {
        made.subjectName("sample " + random.nextInt(100)).scope(new Scope("basel", null, "pcr"));
      }
      if (random.nextInt(5) == 0) {
        made.readyAt(random.nextBoolean() ? PAST : FUTURE);
      }
      if (random.nextInt(6) == 0) {
        made.dueAt(FUTURE).nextActionKey("weigh");
      }
      switch (random.nextInt(150)) {
        case 0 -> made.queueKey("nowhere");
        case 1 -> made.templateCode("data/execution/queue/1.0");
        case 2 -> made.templateCode("data/nothing/1.0");
        case 3 -> made.ties(EnqueueLinks.of(FUTURE));
        default -> {
          return made.build();
        }
      }
      return made.build();
    }

    private static JsonNode properties(Random random) {
      var given = Json.object().put("n", random.nextInt(10));
      return switch (random.nextInt(40)) {
        case 0 -> given.put("text", "x".repeat(2_000));
        case 1, 2, 3 -> given.put("barcode", "B" + random.nextInt(100));
        case 4, 5 -> null;
        case 6, 7 -> given.put("raw", 1);
        default -> given;
      };
    }

    private String execute(Caller caller, List<? extends Command> commands) {
      var transcript = new StringBuilder();
      for (var outcome : engine.executeAll(caller, commands)) {
        transcript.append(
            plain(Json.print(outcome.refused() ? outcome.refusal() : outcome.answer())) + '\n');
      }
      return transcript.toString();
    }

    /** Without differences from run to run: times and the digits of EUIDs. */
    private String plain(String text) {
      return EUID.matcher(text)
          .replaceAll(
              found ->
                  names.computeIfAbsent(found.group(), euid -> found.group(1) + " " + names.size()))
          .replaceAll("20[23]\\d-\\d\\d-\\d\\d[T ][\\d:.]+(Z|[+-][\\d:]+)", "TIME")
          .replaceAll("\"(\\w*uid|feed_key)\": ?\\d+", "\"$1\":0");
    }

    /** Every subject, its search keys and its actions, as they were written. */
    List<String> rows() throws SQLException {
      var rows = new ArrayList<String>();
      try (var onlooker = test.onlooker();
          var statement = onlooker.createStatement()) {
        for (var table :
            List.of(
                "subject o where o.tenant_id = %d order by o.uid",
                "subject_key o where o.tenant_id = %d order by o.kind, o.value, (select s.feed_key"
                    + " from tapline.subject s where s.tenant_id = o.tenant_id and s.uid ="
                    + " o.subject_uid), o.subject_uid",
                "fact_row o where o.tenant_id = %d and o.subject_uid is not null order by"
                    + " o.feed_key, o.uid")) {
          try (var found =
              statement.executeQuery(
                  "select (to_jsonb(o) - 'tenant_id')::text from tapline."
                      + table.formatted(lab.tenantId()))) {
            while (found.next()) {
              rows.add(plain(found.getString(1)));
            }
          }
        }
      }
      return rows;
    }
  }
}
