package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.EventType;
import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.read.evidence.EventView;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.tapdb.FeedCursor;
import io.tapline.testkit.engine.ScratchEngine;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Source 004's list of what must hold, on a thousand jobs and 64 claimers that meet every fault
 * there is. One run for all that is asked about it.
 */
class JobLifecycleV1Test {

  private static final int COUNT = 1_000;

  /** Told without a transition. */
  private static final Set<EventType> NO_TRANSITION =
      EnumSet.of(
          EventType.JOB_CLAIMED,
          EventType.JOB_LEASE_RENEWED,
          EventType.JOB_HEARTBEAT,
          EventType.JOB_COMPENSATED);

  /** The stages of an attempt: queued, assigned, running, over. */
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

  /** A lapse is told as one of these, by what becomes of the job; nothing else is. */
  private static final Set<EventType> OF_LAPSES =
      EnumSet.of(EventType.JOB_LEASE_EXPIRED, EventType.JOB_DEAD_LETTERED, EventType.JOB_CANCELLED);

  private static ScratchEngine test;
  private static InspectedTenant lab;
  private static FaultyLoad load;
  private static Map<String, List<EventView>> lives;

  @BeforeAll
  static void work() throws Exception {
    test = new ScratchEngine(FaultyLoad.CLAIMERS);
    lab = InspectedTenant.in(test);
    load = new FaultyLoad(lab, COUNT, 4).run();
    lives = lives();
  }

  @AfterAll
  static void close() {
    lives = null;
    load = null;
    test.close();
  }

  private static Map<String, List<EventView>> lives() {
    var lives = new LinkedHashMap<String, List<EventView>>();
    load.jobs().forEach(job -> lives.put(job, new ArrayList<>()));
    var reads = lab.events();
    for (var cursor = FeedCursor.START; ; ) {
      var eventBatch = reads.after(lab.tenantId(), cursor, 1_000);
      for (var event : eventBatch.events()) {
        if (lives.containsKey(event.jobId())) {
          lives.get(event.jobId()).add(event);
        }
      }
      if (eventBatch.next().equals(cursor)) {
        return lives;
      }
      cursor = eventBatch.next();
    }
  }

  /** Every transition raises the revision by one, so the revisions count them. */
  @Test
  void each_transition_of_a_thousand_jobs_has_one_event() {
    var now =
        test.in(
            lab.tenantId(),
            tx ->
                tx
                    .query(
                        "select euid, (json_addl #>> '{properties,execution,revision}')::bigint"
                            + " as revision from tapline.instance_subject where tenant_id = ?",
                        row -> Map.entry(row.getString("euid"), row.getLong("revision")),
                        lab.tenantId())
                    .stream()
                    .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
    lives.forEach(
        (job, life) -> {
          var revisions =
              life.stream()
                  .filter(JobLifecycleV1Test::transition)
                  .map(event -> ((Number) event.payload().get("revision")).longValue())
                  .toList();
          assertThat(revisions).as(job).doesNotHaveDuplicates().isSorted();
          assertThat((long) revisions.size()).as(job).isEqualTo(now.get(job));
        });
    assertThat(load.expectedEvents(EventType.JOB_CANCEL_REQUESTED)).isPositive();
    assertThat(new InvariantChecker(test.engine()).check(lab.tenantId())).isEmpty();
  }

  /** Work that was given back before it was begun is where it was. */
  private static boolean transition(EventView event) {
    boolean unmoved =
        event.type() == EventType.JOB_RELEASED
            && event.payload().get("from_state") == event.payload().get("to_state");
    return !unmoved && !NO_TRANSITION.contains(event.type());
  }

  @Test
  void there_are_as_many_events_as_requests_were_accepted_and_leases_lapsed() {
    var seen = new EnumMap<EventType, Long>(EventType.class);
    lives.values().forEach(life -> life.forEach(event -> seen.merge(event.type(), 1L, Long::sum)));
    for (var type : EventType.values()) {
      if (!OF_LAPSES.contains(type)) {
        assertThat(seen.getOrDefault(type, 0L))
            .as(type.wire())
            .isEqualTo(load.expectedEvents(type));
      }
    }
    long lapsed =
        lab.count("instance_lease where tenant_id = ? and status = 'EXPIRED'", lab.tenantId());
    assertThat(lapsed).isPositive();
    assertThat(load.expectedEvents(EventType.JOB_RETRY_SCHEDULED)).isPositive();
    assertThat(seen.values().stream().mapToLong(Long::longValue).sum())
        .isEqualTo(load.expectedEvents() + lapsed);
  }

  @Test
  void no_step_back_within_one_attempt_under_faults() {
    lives.forEach(
        (job, life) -> {
          int rank = 0;
          boolean ended = false;
          for (var event : life) {
            if (event.type() == EventType.JOB_CLAIMED || event.type() == EventType.JOB_REQUEUED) {
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
  void no_job_has_two_owners_and_every_lapse_puts_it_back() {
    // As the claimers saw it: nobody was granted what another had not let go of, or lost.
    assertThat(load.faults()).isEmpty();
    int lapses = 0;
    for (var entry : lives.entrySet()) {
      var life = entry.getValue();
      // And as the evidence has it: each grant has ended before the next.
      boolean owned = false;
      for (int i = 0; i < life.size(); i++) {
        var type = life.get(i).type();
        if (type == EventType.JOB_CLAIMED) {
          assertThat(owned).as(entry.getKey() + " is claimed by two").isFalse();
          owned = true;
        } else if (RANKS.getOrDefault(type, 0) == 3) {
          owned = false;
        }
        if (type == EventType.JOB_LEASE_EXPIRED) {
          lapses++;
          // Given to the next.
          assertThat(life.get(i + 1).type()).isEqualTo(EventType.JOB_CLAIMED);
        }
      }
      assertThat(owned).as(entry.getKey() + " is still owned").isFalse();
    }
    assertThat(lapses).isPositive();
    assertThat(
            lab.count("instance_lease where tenant_id = ? and status = 'ACTIVE'", lab.tenantId()))
        .isZero();
  }
}
