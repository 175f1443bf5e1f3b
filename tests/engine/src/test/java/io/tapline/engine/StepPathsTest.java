package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ActionKey;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.ErrorClass;
import io.tapline.api.request.Cancel;
import io.tapline.api.request.Claim;
import io.tapline.api.request.ClaimBuilder;
import io.tapline.api.request.Command;
import io.tapline.api.request.CompleteBuilder;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.FailBuilder;
import io.tapline.api.request.LeaseCommand;
import io.tapline.api.request.PlaceHold;
import io.tapline.api.request.QueueFields;
import io.tapline.api.request.Release;
import io.tapline.api.request.Renew;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.Start;
import io.tapline.api.request.StatePrecondition;
import io.tapline.api.request.UpdateQueue;
import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.TracedSource;
import io.tapline.tapdb.Json;
import io.tapline.testkit.engine.ScratchEngine;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random commands of workers and operators, carried out in two tenants: in one by two servers with
 * the fast path, in the other one by the general path only. Answers, refusals and rows are the
 * same.
 */
class StepPathsTest {

  private static final int STEPS = 200;

  /** Nothing is due but by a step of the clock: a slow machine is the same for both. */
  private static final int MINUTES = 60;

  private static final String QUEUE = InspectedTenant.QUEUE;
  private static final Pattern EUID = Pattern.compile("\\b[A-Z]{1,4}-([A-Z]{2,4})-[0-9A-Z]+\\b");

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
  @ValueSource(longs = {1, 2, 3, 4})
  void both_paths_leave_the_same_behind(long seed) throws SQLException {
    var traced = new TracedSource(test.serving());
    var fast = new Side(List.of(new Engine(traced.source()), new Engine(traced.source())));
    var slow = new Engine(test.serving());
    slow.generalPathOnly();
    var general = new Side(List.of(slow, slow));
    var random = new Random(seed);
    for (int i = 0; i < STEPS; i++) {
      long dice = random.nextLong();
      boolean later = random.nextInt(12) == 0;
      var transcript = fast.step(i, new Random(dice));
      assertThat(transcript)
          .as("seed " + seed + ", step " + i)
          .isEqualTo(general.step(i, new Random(dice)));
      if (later) {
        test.advance(Duration.ofSeconds(7 * MINUTES));
      }
    }
    assertThat(fast.rows()).as("seed " + seed).isEqualTo(general.rows());
    assertThat(traced.executed("moment as materialized")).isGreaterThan(STEPS / 10);
    for (var side : List.of(fast, general)) {
      assertThat(new InvariantChecker(test.engine()).check(side.lab.tenantId())).isEmpty();
    }
  }

  /** A worker's lease. */
  private record Leased(String worker, ClaimAnswer.Item item) {}

  /** The servers of one path with their tenant. */
  private static final class Side {

    private final List<Engine> servers;
    private final InspectedTenant lab;
    private final List<String> workers = new ArrayList<>();
    private final List<String> subjects = new ArrayList<>();
    private final List<Leased> leases = new ArrayList<>();
    private final List<Leased> former = new ArrayList<>();
    private final List<Runnable> past = new ArrayList<>();
    private final Map<String, String> names = new HashMap<>();
    private final StringBuilder transcript = new StringBuilder();

    /** The server of the present step. */
    private Engine engine;

    /**
     * @param servers two servers of one database, or the same one twice
     */
    Side(List<Engine> servers) {
      this.servers = servers;
      servers.forEach(Engine::disableThrottles);
      this.lab =
          InspectedTenant.in(test)
              .queue(
                  QUEUE,
                  QueueFields.builder()
                      .subjectTemplateCodes(List.of(Enqueue.TASK))
                      .leaseTtlSeconds(5 * MINUTES)
                      .maxAttemptsDefault(3)
                      // Not the length of a lease: a failure and a claim of one statement have one
                      // time, and the order of their next attempts would depend on the path.
                      .retryPolicy(
                          new QueueFields.RetryFields(
                              null,
                              BigDecimal.valueOf(4 * MINUTES),
                              1.0,
                              BigDecimal.valueOf(4 * MINUTES),
                              0.0))
                      .build());
      workers.add(lab.worker("w1", 100));
      workers.add(lab.worker("w2", 3));
      workers.add(lab.worker("w3", 1));
    }

    String step(int number, Random random) {
      transcript.setLength(0);
      // Most requests reach one server, as behind a load balancer with affinity.
      engine = servers.get(random.nextInt(4) / 3);
      int kind = random.nextInt(100);
      var key = "key-" + number;
      if (kind < 15) {
        enqueue(key, random);
      } else if (kind < 35) {
        claim(claim(key, any(random, workers), random));
      } else if (kind < 85) {
        end(key, random);
      } else if (kind < 89 && !past.isEmpty()) {
        any(random, past).run();
      } else {
        disturb(key, random);
      }
      return transcript.toString();
    }

    private void enqueue(String key, Random random) {
      int count = 1 + random.nextInt(5);
      for (int i = 0; i < count; i++) {
        var command =
            EnqueueBuilder.builder(Enqueue.task(key + "-" + i, QUEUE, Json.object().put("n", i)))
                .priority(random.nextInt(3))
                .build();
        subjects.add(lab.engine().execute(lab.operator, command).subjectEuid());
      }
    }

    private Claim claim(String key, String worker, Random random) {
      return ClaimBuilder.builder()
          .meta(new RequestMeta(key, random.nextInt(4) == 0 ? "correlated" : null, null))
          .workerEuid(worker)
          .queueKey(random.nextInt(20) == 0 ? "nowhere" : QUEUE)
          .maxItems(1 + random.nextInt(random.nextInt(10) == 0 ? 20 : 3))
          .start(random.nextInt(4) > 0)
          .leaseTtlSeconds(random.nextInt(5) == 0 ? 12 * MINUTES : null)
          .build();
    }

    private void claim(Claim command) {
      remember(() -> claim(command));
      try {
        take(command, engine.claim(lab.service, command));
      } catch (RefusedException e) {
        tell(e.refusal());
      }
    }

    private void take(Claim command, ClaimAnswer answer) {
      tell(answer);
      if (!answer.replayed()) {
        answer.claims().forEach(item -> leases.add(new Leased(command.workerEuid(), item)));
      }
    }

    /** Mostly of leases that stand; sometimes of one that does not, or in another worker's name. */
    private void end(String key, Random random) {
      if (leases.isEmpty()) {
        return;
      }
      int verb = random.nextInt(10);
      int count = random.nextInt(5) == 0 ? 3 : 1;
      var endings = new ArrayList<LeaseCommand>();
      var worker = leases.get(random.nextInt(leases.size())).worker();
      for (int i = 0; i < count; i++) {
        var held = leases.stream().filter(one -> one.worker().equals(worker)).toList();
        if (!held.isEmpty()) {
          var lease = any(random, held);
          leases.remove(lease);
          former.add(lease);
          var own = random.nextInt(8) == 0 ? "again-" + random.nextInt(2) : key + "-" + i;
          endings.add(
              ending(random.nextInt(6) > 0 ? verb : random.nextInt(10), own, lease, random));
        }
      }
      if (random.nextInt(15) == 0) {
        endings.add(ending(verb, key + "-again", any(random, former), random));
      }
      report(endings, claim(key, worker, random), verb < 9 && random.nextBoolean());
    }

    private LeaseCommand ending(int verb, String key, Leased lease, Random random) {
      var meta = new RequestMeta(key, null, random.nextInt(4) == 0 ? "traced" : null);
      var worker = random.nextInt(25) == 0 ? workers.get(0) : lease.worker();
      var item = lease.item();
      var expect =
          random.nextInt(10) == 0
              ? new StatePrecondition(null, item.revision() + random.nextInt(2))
              : StatePrecondition.NOTHING;
      if (verb < 5) {
        return CompleteBuilder.builder()
            .meta(meta)
            .subjectEuid(item.subjectEuid())
            .workerEuid(worker)
            .leaseEuid(item.leaseEuid())
            .expect(expect)
            .actionKey(random.nextInt(4) == 0 ? "weigh" : null)
            .nextQueueKey(random.nextInt(10) == 0 ? QUEUE : null)
            .resultPayload(random.nextBoolean() ? Json.object().put("r", 1) : null)
            .build();
      }
      if (verb < 9) {
        return FailBuilder.builder()
            .meta(meta)
            .subjectEuid(item.subjectEuid())
            .workerEuid(worker)
            .leaseEuid(item.leaseEuid())
            .expect(expect)
            .errorClass(
                random.nextInt(4) == 0
                    ? any(random, ErrorClass.values())
                    : ErrorClass.TRANSIENT_SYSTEM)
            .errorCode(random.nextBoolean() ? "E1" : null)
            .errorMessage("it broke")
            .build();
      }
      return new Release(
          meta,
          worker,
          item.leaseEuid(),
          expect,
          false,
          random.nextBoolean() ? "no time" : null,
          random.nextInt(3) == 0 ? Json.object().put("m", 2) : null);
    }

    private void report(List<LeaseCommand> endings, Claim next, boolean claims) {
      remember(() -> report(endings, next, claims));
      if (!claims) {
        engine.executeAll(lab.service, endings).forEach(this::tell);
        return;
      }
      try {
        var reported = engine.report(lab.service, endings, next);
        reported.outcomes().forEach(this::tell);
        var claimed = reported.claimed();
        if (claimed != null && claimed.answer() != null) {
          take(next, claimed.answer());
        } else if (claimed != null) {
          tell(claimed.refusal());
        }
      } catch (RefusedException e) {
        tell(e.refusal());
      }
    }

    /** Executes a random request of another caller between a claim and its ending. */
    private void disturb(String key, Random random) {
      var meta = RequestMeta.key(key);
      switch (random.nextInt(9)) {
        case 0 -> execute(lab.operator, hold(meta, random));
        case 1 ->
            execute(
                lab.operator,
                new Cancel(
                    meta,
                    anySubject(random),
                    StatePrecondition.NOTHING,
                    random.nextBoolean(),
                    "stop"));
        case 2 -> pause(key, random.nextInt(3) > 0);
        case 3, 4, 5 -> touch(meta, random);
        case 6 -> lab.administer(any(random, ADMINISTERED), workers.get(1));
        default -> engine.sweep(lab.tenantId());
      }
    }

    /** Renews or starts a lease, which changes the row of its job. */
    private void touch(RequestMeta meta, Random random) {
      if (!leases.isEmpty()) {
        var lease = any(random, leases);
        var item = lease.item();
        execute(
            lab.service,
            random.nextInt(3) > 0
                ? new Renew(meta, lease.worker(), item.leaseEuid(), StatePrecondition.NOTHING)
                : new Start(
                    meta,
                    item.subjectEuid(),
                    lease.worker(),
                    item.leaseEuid(),
                    StatePrecondition.NOTHING));
      }
    }

    private PlaceHold hold(RequestMeta meta, Random random) {
      return new PlaceHold(
          meta, anySubject(random), StatePrecondition.NOTHING, null, "STOP", "stop the line");
    }

    private void pause(String key, boolean enabled) {
      execute(
          lab.admin,
          new UpdateQueue(
              RequestMeta.key(key),
              QUEUE,
              null,
              QueueFields.builder()
                  .enabled(enabled)
                  .disabledReason(enabled ? null : "full")
                  .build(),
              null));
    }

    private String anySubject(Random random) {
      return subjects.isEmpty() ? "nobody" : any(random, subjects);
    }

    private void execute(Caller caller, Command command) {
      engine.executeAll(caller, List.of(command)).forEach(this::tell);
    }

    private void remember(Runnable request) {
      if (past.size() < 30) {
        past.add(request);
      }
    }

    private void tell(ItemOutcome outcome) {
      tell(outcome.refused() ? outcome.refusal() : outcome.answer());
    }

    private void tell(Object value) {
      transcript.append(plain(Json.print(value))).append('\n');
    }

    /** Without what differs from run to run: times, tokens, hashes and the digits of EUIDs. */
    private String plain(String text) {
      var known =
          EUID.matcher(text)
              .replaceAll(
                  found ->
                      names.computeIfAbsent(
                          found.group(), euid -> found.group(1) + " " + names.size()));
      return known
          .replaceAll("\\d{4}-\\d\\d-\\d\\d[T ][\\d:.]+(Z|[+-][\\d:]+)", "TIME")
          .replaceAll("\"(lease_token|payload_hash)\": ?\"[^\"]+\"", "\"$1\":\"\"")
          .replaceAll("\"(\\w*uid|fencing_token|feed_key|duration_ms)\": ?\\d+", "\"$1\":0")
          .replaceAll(", \\d+ s ago", "");
    }

    /** Every subject with its attempts and actions, as they were written. */
    List<String> rows() throws SQLException {
      var rows = new ArrayList<String>();
      try (var onlooker = test.onlooker();
          var statement = onlooker.createStatement()) {
        for (var table :
            List.of(
                "subject o where o.tenant_id = %d order by o.uid",
                "attempt o where o.tenant_id = %d order by o.subject_uid, o.uid",
                "fact_row o where o.tenant_id = %d and o.subject_uid is not null"
                    + " order by o.subject_uid, o.feed_key, o.uid")) {
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

  private static final ActionKey[] ADMINISTERED = {
    ActionKey.DRAIN_WORKER,
    ActionKey.DISABLE_WORKER,
    ActionKey.ENABLE_WORKER,
    ActionKey.ENABLE_WORKER
  };

  private static <T> T any(Random random, List<T> some) {
    return some.get(random.nextInt(some.size()));
  }

  private static <T> T any(Random random, T[] some) {
    return some[random.nextInt(some.length)];
  }
}
