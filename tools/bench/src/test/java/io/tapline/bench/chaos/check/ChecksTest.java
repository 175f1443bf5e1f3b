package io.tapline.bench.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.bench.chaos.log.LogLine;
import io.tapline.bench.chaos.log.LogLine.Item;
import io.tapline.bench.chaos.log.LogLine.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every check says yes to a run in which all went well, and no to the one thing that it is for. */
class ChecksTest {

  private static final Instant NOON = Instant.parse("2026-01-05T12:00:00Z");

  private final List<LogLine> lines = new ArrayList<>();
  private final List<RunEvidence.Action> actions = new ArrayList<>();
  private final List<RunEvidence.Lease> leases = new ArrayList<>();
  private final List<RunEvidence.Subject> subjects = new ArrayList<>();
  private final List<String> violations = new ArrayList<>();
  private Duration clockMovedBack = Duration.ZERO;

  /** S-1 is enqueued, claimed by one, lapses, is claimed by another and completed. */
  ChecksTest() {
    subjects.add(new RunEvidence.Subject("S-1", "COMPLETED"));
    actions.add(new RunEvidence.Action("A-1", "enqueue_subject", "e", 0, 1, 0, 1));
    actions.add(new RunEvidence.Action("A-2", "claim_queue_item", "c1", 0, 1, 10, 1));
    actions.add(new RunEvidence.Action("A-3", "expire_queue_lease", null, 0, 1, 10, 1));
    actions.add(new RunEvidence.Action("A-4", "claim_queue_item", "c2", 0, 1, 20, 1));
    actions.add(new RunEvidence.Action("A-5", "complete_queue_execution", "d", 0, 1, 20, 2));
    leases.add(new RunEvidence.Lease("L-1", 10, "S-1", "EXPIRED", NOON, NOON.plusSeconds(6)));
    leases.add(
        new RunEvidence.Lease(
            "L-2", 20, "S-1", "COMPLETED", NOON.plusSeconds(7), NOON.plusSeconds(8)));
    lines.add(sent(100, "enqueue", asked("e", null, null)));
    lines.add(got(200, "enqueue", acknowledged("e", "S-1", null, "A-1", 0, "h1")));
    lines.add(sent(300, "claim", asked("c1", null, null)));
    lines.add(got(400, "claim", acknowledged("c1", "S-1", "L-1", null, 10, "h2")));
    lines.add(sent(500, "renew-lease", asked("r", "S-1", "L-1")));
    lines.add(got(600, "renew-lease", acknowledged("r", "S-1", "L-1", null, 0, "h3")));
    lines.add(sent(700, "claim", asked("c2", null, null)));
    lines.add(got(800, "claim", acknowledged("c2", "S-1", "L-2", null, 20, "h4")));
    lines.add(sent(900, "complete", asked("d", "S-1", "L-2")));
    lines.add(new LogLine(Kind.LOST, 950, "w", 1, "complete", 0, "reset", null));
    lines.add(sent(1000, "complete", asked("d", "S-1", "L-2")));
    lines.add(got(1100, "complete", acknowledged("d", "S-1", "L-2", "A-5", 0, "h5")));
    lines.add(page("A-1.0", 1, "A-2.0", 1));
    lines.add(page("A-3.0", 1, "A-4.0", 1, "A-5.0", 2, "A-5.1", 3));
  }

  @Test
  void a_run_in_which_all_went_well_breaks_nothing() {
    assertThat(ChaosCheck.values()).allSatisfy(check -> assertThat(broken(check)).isEmpty());
  }

  @Test
  void an_acknowledged_action_that_is_not_in_the_database_is_lost() {
    actions.removeIf(action -> action.euid().equals("A-5"));

    assertThat(broken(ChaosCheck.NOTHING_LOST))
        .containsExactly("w complete d: there is no action A-5");
  }

  @Test
  void an_acknowledged_subject_that_is_not_in_the_database_is_lost() {
    lines.add(got(1200, "enqueue", acknowledged("e2", "S-2", null, "A-1", 0, "h")));

    assertThat(broken(ChaosCheck.NOTHING_LOST))
        .containsExactly("w enqueue e2: there is no subject S-2");
  }

  @Test
  void a_claimed_lease_that_is_not_in_the_database_is_lost() {
    leases.removeIf(lease -> lease.euid().equals("L-2"));

    assertThat(broken(ChaosCheck.NOTHING_LOST))
        .containsExactly("w claim c2: there is no lease L-2 with token 20");
  }

  @Test
  void one_key_with_two_actions_is_done_twice() {
    actions.add(new RunEvidence.Action("A-6", "enqueue_subject", "e", 0, 2, 0, 0));

    assertThat(broken(ChaosCheck.NOTHING_DOUBLED))
        .containsExactly("enqueue_subject e 0 is both A-1 and A-6");
  }

  @Test
  void a_lease_that_ends_twice_is_done_twice() {
    actions.add(new RunEvidence.Action("A-6", "complete_queue_execution", "x", 0, 1, 10, 0));

    assertThat(broken(ChaosCheck.NOTHING_DOUBLED))
        .containsExactly("lease 10 was ended by A-3 and A-6");
  }

  @Test
  void a_lease_that_two_handlers_are_given_is_done_twice() {
    lines.add(handled("L-1", 10));
    assertThat(broken(ChaosCheck.NOTHING_DOUBLED)).isEmpty();

    lines.add(handled("L-1", 10));
    assertThat(broken(ChaosCheck.NOTHING_DOUBLED))
        .containsExactly("a handler was given lease L-1 twice");
  }

  @Test
  void a_handlers_lease_that_is_not_in_the_database_is_lost() {
    lines.add(handled("L-9", 90));

    assertThat(broken(ChaosCheck.NOTHING_LOST))
        .containsExactly("w handler null: there is no lease L-9 with token 90");
  }

  @Test
  void a_lease_that_begins_before_the_one_before_it_ends_overlaps() {
    leases.set(0, new RunEvidence.Lease("L-1", 10, "S-1", "EXPIRED", NOON, NOON.plusMillis(7_001)));

    assertThat(broken(ChaosCheck.NO_LEASE_OVERLAP))
        .singleElement()
        .asString()
        .contains("before L-1 ended");
  }

  @Test
  void a_clock_that_was_put_back_explains_as_much_and_no_more() {
    leases.set(0, new RunEvidence.Lease("L-1", 10, "S-1", "EXPIRED", NOON, NOON.plusMillis(7_500)));
    clockMovedBack = Duration.ofMillis(500);
    assertThat(broken(ChaosCheck.NO_LEASE_OVERLAP)).isEmpty();

    clockMovedBack = Duration.ofMillis(499);
    assertThat(broken(ChaosCheck.NO_LEASE_OVERLAP)).hasSize(1);
  }

  @Test
  void a_holder_whose_verb_is_carried_out_after_the_next_one_has_the_lease_overlaps() {
    lines.add(sent(1_000_900, "renew-lease", asked("late", "S-1", "L-1")));
    lines.add(got(1_001_000, "renew-lease", acknowledged("late", "S-1", "L-1", null, 0, "h6")));

    assertThat(broken(ChaosCheck.NO_LEASE_OVERLAP))
        .containsExactly("S-1: token 20 was handed out 1 ms before 10 did its last");
  }

  @Test
  void an_answer_that_comes_late_to_a_verb_sent_in_time_does_not_overlap() {
    lines.add(sent(650, "renew-lease", asked("slow", "S-1", "L-1")));
    lines.add(got(5_000, "renew-lease", acknowledged("slow", "S-1", "L-1", null, 0, "h6")));

    assertThat(broken(ChaosCheck.NO_LEASE_OVERLAP)).isEmpty();
  }

  @Test
  void two_answers_to_one_key_that_differ_are_unequal() {
    lines.add(got(1200, "complete", acknowledged("d", "S-1", "L-2", "A-5", 0, "other")));

    assertThat(broken(ChaosCheck.REPLAYS_EQUAL))
        .singleElement()
        .asString()
        .startsWith("complete d: ");
  }

  @Test
  void work_that_has_not_ended_is_stuck() {
    subjects.add(new RunEvidence.Subject("S-2", "READY"));
    leases.add(new RunEvidence.Lease("L-3", 30, "S-2", "ACTIVE", NOON, NOON));

    assertThat(broken(ChaosCheck.NOTHING_STUCK))
        .containsExactly("S-2 is still READY", "lease L-3 is still ACTIVE");
  }

  @Test
  void an_event_that_nobody_read_is_missing_from_the_feed() {
    lines.removeIf(line -> line.kind() == Kind.PAGE && line.items().size() == 2);

    assertThat(broken(ChaosCheck.FEED_COMPLETE))
        .containsExactly("event A-1.0 was never read", "event A-2.0 was never read");
  }

  @Test
  void an_event_that_was_read_and_is_gone_is_found() {
    lines.add(page("A-9.0", 4));

    assertThat(broken(ChaosCheck.FEED_COMPLETE))
        .containsExactly("event A-9.0 was read and is not in the database");
  }

  @Test
  void events_in_another_order_than_the_databases_are_found() {
    lines.removeIf(line -> line.kind() == Kind.PAGE);
    lines.add(page("A-2.0", 1, "A-1.0", 1, "A-3.0", 1, "A-4.0", 1, "A-5.0", 2, "A-5.1", 3));

    assertThat(broken(ChaosCheck.FEED_COMPLETE))
        .containsExactly("event 1 of the feed is A-1.0, and A-2.0 was read in its place");
  }

  @Test
  void a_subjects_events_against_its_revisions_are_found() {
    lines.removeIf(line -> line.kind() == Kind.PAGE);
    lines.add(page("A-1.0", 1, "A-2.0", 1, "A-3.0", 1, "A-4.0", 1, "A-5.0", 3, "A-5.1", 2));

    assertThat(broken(ChaosCheck.FEED_COMPLETE))
        .containsExactly("event A-5.1 of S-1 has revision 2 after revision 3");
  }

  @Test
  void a_page_that_a_killed_consumer_reads_again_is_no_fault_of_the_feed() {
    lines.add(page("A-3.0", 1, "A-4.0", 1, "A-5.0", 2, "A-5.1", 3));

    assertThat(broken(ChaosCheck.FEED_COMPLETE)).isEmpty();
  }

  @Test
  void answers_of_500_and_refused_proper_requests_are_improper() {
    for (int status : new int[] {500, 502, 504, 400, 404, 422, 503, 409, 429}) {
      lines.add(new LogLine(Kind.GOT, 0, "w", 1, "claim", status, "text", null));
    }

    assertThat(broken(ChaosCheck.ANSWERS_PROPER)).hasSize(6);
  }

  @Test
  void what_the_checker_of_the_store_finds_is_told() {
    violations.add("one_active_lease: S-1: two");

    assertThat(broken(ChaosCheck.STORE_WHOLE)).containsExactly("one_active_lease: S-1: two");
  }

  private List<String> broken(ChaosCheck check) {
    return check.breaches(
        new RunEvidence(lines, actions, leases, subjects, clockMovedBack, violations));
  }

  private static LogLine sent(long at, String op, Item item) {
    return new LogLine(Kind.SENT, at, "w", 1, op, 0, null, List.of(item));
  }

  private static LogLine got(long at, String op, Item item) {
    return new LogLine(Kind.GOT, at, "w", 1, op, 200, null, List.of(item));
  }

  private static LogLine handled(String lease, long fence) {
    var item = new Item(null, "S-1", lease, null, fence, null, null);
    return new LogLine(Kind.HANDLED, 0, "w", 0, "handler", 0, null, List.of(item));
  }

  private static Item asked(String key, String subject, String lease) {
    return Item.asked(key, subject, lease);
  }

  private static Item acknowledged(
      String key, String subject, String lease, String action, long fence, String hash) {
    return new Item(key, subject, lease, action, fence, null, hash);
  }

  /** A page of events of S-1, given as alternating id and revision. */
  private static LogLine page(Object... events) {
    var items = new ArrayList<Item>();
    for (int i = 0; i < events.length; i += 2) {
      items.add(new Item((String) events[i], "S-1", null, null, (int) events[i + 1], "type", null));
    }
    return new LogLine(Kind.PAGE, 0, "r", 0, "events", 200, "cursor", items);
  }
}
