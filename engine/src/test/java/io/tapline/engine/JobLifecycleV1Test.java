package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.model.ClaimAnswer;
import io.tapline.engine.model.ErrorClass;
import io.tapline.engine.model.EventType;
import io.tapline.engine.model.LeaseStatus;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.read.EventView;
import io.tapline.engine.testing.Lab;
import io.tapline.engine.testing.LabTest;
import io.tapline.tapdb.FeedCursor;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Source 004's list of what must hold, on jobs that meet every fault there is. */
class JobLifecycleV1Test extends LabTest {

  private static final String JOBS = "jobs";

  /** Told without a transition. */
  private static final Set<EventType> NO_TRANSITION =
      EnumSet.of(
          EventType.JOB_CLAIMED,
          EventType.JOB_LEASE_RENEWED,
          EventType.JOB_HEARTBEAT,
          EventType.JOB_COMPENSATED);

  /** How far along an attempt is: queued, assigned, running, over. */
  private static final Map<EventType, Integer> RANKS =
      Map.ofEntries(
          Map.entry(EventType.JOB_CLAIMED, 1),
          Map.entry(EventType.JOB_STARTED, 2),
          Map.entry(EventType.JOB_SUCCEEDED, 3),
          Map.entry(EventType.JOB_FAILED, 3),
          Map.entry(EventType.JOB_DEAD_LETTERED, 3),
          Map.entry(EventType.JOB_CANCELLED, 3),
          Map.entry(EventType.JOB_RETRY_SCHEDULED, 3),
          Map.entry(EventType.JOB_LEASE_EXPIRED, 3),
          Map.entry(EventType.JOB_RELEASED, 3),
          Map.entry(EventType.JOB_HELD, 3));

  private static final Set<EventType> FOR_GOOD =
      EnumSet.of(
          EventType.JOB_SUCCEEDED,
          EventType.JOB_FAILED,
          EventType.JOB_DEAD_LETTERED,
          EventType.JOB_CANCELLED);

  /** One run for all that is asked about it. */
  private static Lab worked;

  private List<String> jobs;

  private static List<String> workedJobs;

  /** The run that is shared, by whoever comes first. */
  private void worked() {
    if (worked == null) {
      work(100, 4);
      worked = lab;
      workedJobs = jobs;
    }
    lab = worked;
    jobs = workedJobs;
  }

  @AfterAll
  static void forget() {
    worked = null;
    workedJobs = null;
  }

  /** Until all have ended, or wait for people. */
  private void work(int count, long seed) {
    var random = new Random(seed);
    lab.queue(JOBS, Lab.fields(60, 3));
    var many = lab.worker("many", 2_000);
    jobs = lab.enqueue(JOBS, count);
    for (int round = 0; round < 50; round++) {
      var items = lab.claim(many, JOBS, Math.min(500, count), random.nextBoolean()).claims();
      for (var item : items) {
        meet(random, many, item);
      }
      // Whoever was lost is found, and whoever waits for a retry may try.
      advance(120);
      lab.engine().sweep(lab.tenantId());
      if (items.isEmpty()) {
        return;
      }
    }
  }

  private void meet(Random random, String many, ClaimAnswer.Item item) {
    try {
      switch (random.nextInt(10)) {
        case 0 -> lab.fail(many, item, ErrorClass.TRANSIENT_SYSTEM);
        case 1 -> lab.fail(many, item, ErrorClass.PERMANENT_INPUT);
        case 2 -> lab.release(many, item);
        case 3 -> lab.cancel(item.subjectEuid(), false);
        case 4 -> lab.releaseHold(lab.hold(item.subjectEuid()).holdEuid());
        case 5 -> {
          // Lost: nobody says anything.
        }
        case 6 -> {
          lab.renew(many, item);
          lab.complete(many, item);
          // Too late, and twice: refused, and nothing happens.
          lab.fail(many, item, ErrorClass.TRANSIENT_SYSTEM);
        }
        default -> lab.complete(many, item);
      }
    } catch (RefusedException e) {
      assertThat(e.code().name()).isIn("LEASE_NOT_ACTIVE", "SUBJECT_TERMINAL");
    }
  }

  private Map<String, List<EventView>> lives() {
    var lives = new LinkedHashMap<String, List<EventView>>();
    jobs.forEach(job -> lives.put(job, new ArrayList<>()));
    var reads = lab.events();
    for (var cursor = FeedCursor.START; ; ) {
      var batch = reads.after(lab.tenantId(), cursor, 1_000);
      for (var event : batch.events()) {
        if (lives.containsKey(event.jobId())) {
          lives.get(event.jobId()).add(event);
        }
      }
      if (batch.next().equals(cursor)) {
        return lives;
      }
      cursor = batch.next();
    }
  }

  /** Every transition raises the revision by one, so the revisions count them. */
  private void assertCountsMatch() {
    lives()
        .forEach(
            (job, life) -> {
              var revisions =
                  life.stream()
                      .filter(JobLifecycleV1Test::transition)
                      .map(event -> ((Number) event.payload().get("revision")).longValue())
                      .toList();
              assertThat(revisions).as(job).doesNotHaveDuplicates().isSorted();
              assertThat((long) revisions.size()).as(job).isEqualTo(lab.envelope(job).revision());
            });
  }

  /** Work that was given back before it was begun is where it was. */
  private static boolean transition(EventView event) {
    boolean unmoved =
        event.type() == EventType.JOB_RELEASED
            && event.payload().get("from_state") == event.payload().get("to_state");
    return !unmoved && !NO_TRANSITION.contains(event.type());
  }

  private void assertNoStepBack() {
    lives()
        .forEach(
            (job, life) -> {
              int rank = 0;
              boolean ended = false;
              for (var event : life) {
                if (event.type() == EventType.JOB_CLAIMED
                    || event.type() == EventType.JOB_REQUEUED) {
                  rank = 0;
                }
                int next = RANKS.getOrDefault(event.type(), rank);
                assertThat(next).as(job + ": " + event.type()).isGreaterThanOrEqualTo(rank);
                assertThat(ended).as(job + " was over before " + event.type()).isFalse();
                rank = next;
                ended = FOR_GOOD.contains(event.type());
              }
            });
  }

  @Test
  void there_are_as_many_events_as_transitions() {
    worked();
    assertCountsMatch();
    assertThat(new InvariantChecker(lab.engine()).check(lab.tenantId())).isEmpty();
  }

  @Test
  void no_step_back_within_one_attempt_under_faults() {
    worked();
    assertNoStepBack();
  }

  @Test
  void no_job_has_two_owners_and_every_lapse_puts_it_back() {
    worked();
    int lapses = 0;
    for (var life : lives().entrySet()) {
      var history = lab.engine().reads().history().of(lab.tenantId(), life.getKey());
      var claims = life.getValue().stream().filter(e -> e.type() == EventType.JOB_CLAIMED).count();
      assertThat(history.leases()).hasSize((int) claims);
      assertThat(history.leases())
          .noneMatch(lease -> lease.path("status").asString().equals(LeaseStatus.ACTIVE.name()));
      for (int i = 0; i < life.getValue().size(); i++) {
        if (life.getValue().get(i).type() == EventType.JOB_LEASE_EXPIRED) {
          lapses++;
          // Given to the next, unless a person was quicker.
          assertThat(life.getValue().get(i + 1).type()).isEqualTo(EventType.JOB_CLAIMED);
        }
      }
    }
    assertThat(lapses).isPositive();
  }

  @Test
  @Tag("soak")
  void a_thousand_jobs_with_faults() {
    work(1_000, 7);
    assertCountsMatch();
    assertNoStepBack();
    assertThat(new InvariantChecker(lab.engine()).check(lab.tenantId())).isEmpty();
  }
}
