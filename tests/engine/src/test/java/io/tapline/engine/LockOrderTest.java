package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.testkit.engine.ScratchEngine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Worker, then subjects by uid, then leases, then records: with one order nobody waits in a ring.
 */
class LockOrderTest {

  private static final int THREADS = 32;
  private static final int SUBJECTS = 8;
  private static final int WORKERS = 4;
  private static final int ROUNDS = 60;

  /** All but the changes and retirements of queues, and the retirement of workers. */
  private static final int KINDS = 22;

  private static final long SECONDS = Long.getLong("tapline.chaos.seconds", 2);
  private static final long SEED = Long.getLong("tapline.chaos.seed", 20_260_105L);

  @Test
  void random_mixes_of_all_actions_never_deadlock_and_leave_the_invariants_intact()
      throws Exception {
    System.out.println("LockOrderTest: -Dtapline.chaos.seed=" + SEED + " for " + SECONDS + " s");
    try (var test = new ScratchEngine(THREADS + 4)) {
      var lab = InspectedTenant.in(test).queue(InspectedTenant.QUEUE).queue(RandomCommands.NEXT);
      var workers = new ArrayList<String>();
      for (int i = 0; i < WORKERS; i++) {
        workers.add(lab.worker("w" + i, 3));
      }
      var randomCommands = new RandomCommands(lab, SUBJECTS, workers);
      var failures = new ArrayList<Throwable>();
      // A slow machine gets more time, until every kind of action has succeeded once.
      for (int round = 0; round == 0 || round < ROUNDS && kinds(lab) < KINDS; round++) {
        int first = round * THREADS;
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        SimultaneousThreads.of(THREADS, number -> run(test, randomCommands, first + number, end))
            .forEach(failures::addAll);
      }

      assertThat(failures).as("seed " + SEED).isEmpty();
      assertThat(deadlocks(test)).isZero();
      assertThat(new InvariantChecker(test.engine()).check(lab.tenantId())).isEmpty();
      new FeedTail(lab).readAll().assertComplete();
      assertThat(kinds(lab)).as("every kind of action succeeded at least once").isEqualTo(KINDS);
    }
  }

  private static List<Throwable> run(
      ScratchEngine test, RandomCommands randomCommands, int number, long end) {
    var random = new Random(SEED + number);
    var failures = new ArrayList<Throwable>();
    for (int step = 1; System.nanoTime() < end && failures.isEmpty(); step++) {
      try {
        if (number % THREADS == 0 && step % 40 == 0) {
          test.advance(Duration.ofSeconds(5 + random.nextInt(60)));
        }
        randomCommands.step(random);
      } catch (RefusedException e) {
        // Somebody was there first: that is what refusals are for.
        continue;
      } catch (RuntimeException | Error e) {
        failures.add(e);
      }
    }
    return failures;
  }

  /** As the server counts them: one that a retry hid would still be here. */
  private static long deadlocks(ScratchEngine test) throws Exception {
    try (var admin = test.admin();
        var rows =
            admin
                .createStatement()
                .executeQuery(
                    "select deadlocks from pg_stat_database where datname = current_database()")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private static long kinds(InspectedTenant lab) {
    return lab.count(
        "generic_instance where tenant_id = ? and uid in (select min(uid) from"
            + " tapline.generic_instance where tenant_id = ? and storage_class in ('action',"
            + " 'pulse') group by action_key)",
        lab.tenantId(),
        lab.tenantId());
  }
}
