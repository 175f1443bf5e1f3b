package io.tapline.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.Scope;
import io.tapline.api.request.Enqueue;
import io.tapline.engine.model.ScopeFilter;
import io.tapline.engine.store.SlowQueryThrottle.FruitlessScanBackoff;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.Tx;
import io.tapline.testkit.engine.EngineTest;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The start of a claim's search after many unclaimable rows at the head of the queue. */
@EngineTest(ownDatabase = true)
class ClaimCandidatesTest extends InspectedTenantTest {

  private static final ScopeFilter ANYWHERE = new ScopeFilter(List.of(), List.of(), List.of());

  private final AtomicLong clock = new AtomicLong();

  /** Every look takes one tick, so with a limit of 0 every look is slow. */
  private ClaimCandidates candidates(long slow) {
    return candidates(slow, slow);
  }

  private ClaimCandidates candidates(long slowHead, long slowUpkeep) {
    return new ClaimCandidates(
        test.engine().templateCache(),
        new SlowQueryThrottle(slowHead, 1, clock::incrementAndGet),
        new SlowQueryThrottle(slowUpkeep, 1, clock::incrementAndGet),
        new FruitlessScanBackoff(slowHead, 1, clock::incrementAndGet));
  }

  @Test
  void a_quick_look_always_begins_at_the_head() {
    var candidates = candidates(Long.MAX_VALUE);
    var later = lab.enqueue(QUEUE);
    assertThat(look(candidates, 1)).containsExactly(later);
    var urgent = enqueue("priority", 9);
    assertThat(look(candidates, 1)).containsExactly(urgent);
  }

  @Test
  void after_a_slow_look_the_next_begins_where_it_ended() {
    var candidates = candidates(0);
    var first = lab.enqueue(QUEUE);
    var second = lab.enqueue(QUEUE);
    var third = lab.enqueue(QUEUE);
    assertThat(look(candidates, 1)).containsExactly(first);
    assertThat(look(candidates, 1)).containsExactly(second);
    assertThat(look(candidates, 5)).containsExactly(third);
  }

  @Test
  void with_nothing_left_behind_that_place_it_begins_at_the_head_again() {
    var candidates = candidates(0);
    var only = lab.enqueue(QUEUE);
    assertThat(look(candidates, 1)).containsExactly(only);
    assertThat(look(candidates, 1)).containsExactly(only);
  }

  @Test
  void what_is_more_urgent_is_seen_at_once() {
    var candidates = candidates(0);
    lab.enqueue(QUEUE, 2);
    look(candidates, 1);
    var urgent = enqueue("priority", 9);
    assertThat(look(candidates, 1)).containsExactly(urgent);
  }

  @Test
  void what_has_a_due_date_is_seen_at_once() {
    var candidates = candidates(0);
    lab.enqueue(QUEUE, 2);
    look(candidates, 1);
    var due = enqueue("due_at", Instant.now().plusSeconds(60));
    assertThat(look(candidates, 1)).containsExactly(due);
  }

  @Test
  void once_the_look_for_the_urgent_is_slow_too_it_has_to_be_paid_for() {
    var candidates = candidates(0);
    lab.enqueue(QUEUE);
    var second = lab.enqueue(QUEUE);
    var third = lab.enqueue(QUEUE);
    look(candidates, 1);
    assertThat(look(candidates, 1)).containsExactly(second);
    var urgent = enqueue("priority", 9);
    assertThat(look(candidates, 1)).containsExactly(third);
    clock.addAndGet(1_000);
    assertThat(look(candidates, 1)).containsExactly(urgent);
  }

  @Test
  void a_subject_that_returns_before_the_cursor_is_found_by_the_next_scan_from_the_head() {
    var candidates = candidates(0);
    lab.enqueue(QUEUE);
    var second = lab.enqueue(QUEUE);
    look(candidates, 1);
    var earlier = enqueue("ready_at", Instant.now().minusSeconds(60));
    assertThat(look(candidates, 1)).containsExactly(second);
    clock.addAndGet(1_000);
    assertThat(look(candidates, 1)).containsExactly(earlier);
  }

  @Test
  void what_came_back_here_is_seen_at_once() {
    var candidates = candidates(0);
    var first = lab.enqueue(QUEUE);
    lab.enqueue(QUEUE);
    look(candidates, 1);
    candidates.returned(lab.tenantId(), QUEUE, Instant.now().minusSeconds(60));
    assertThat(look(candidates, 1)).containsExactly(first);
  }

  @Test
  void who_serves_other_places_has_a_place_of_its_own() {
    var candidates = candidates(0);
    var southern = enqueue("scope", new Scope("south", null, null));
    var northern = enqueue("scope", new Scope("north", null, null));
    enqueue("scope", new Scope("south", null, null));
    assertThat(look(candidates, at("north"), 1)).containsExactly(northern);
    assertThat(look(candidates, at("south"), 1)).containsExactly(southern);
  }

  private static final ClaimableWork NOTHING = new ClaimableWork(false, false, false);
  private static final ClaimableWork WORK = new ClaimableWork(false, false, true);

  @Test
  void who_found_nothing_for_its_places_looks_each_time() {
    for (long slow : new long[] {0, Long.MAX_VALUE}) {
      var candidates = candidates(slow);
      var site = "north-" + slow;
      enqueue("scope", new Scope("south", null, null));
      assertThat(remainder(candidates, at(site)).none()).isTrue();
      assertThat(look(candidates, at(site), 1)).isEmpty();
      var northern = enqueue("scope", new Scope(site, null, null));
      assertThat(remainder(candidates, at(site)).ready()).isTrue();
      assertThat(look(candidates, at(site), 1)).containsExactly(northern);
    }
  }

  @Test
  void after_a_slow_look_in_vain_one_looks_for_all_who_come_meanwhile() throws Exception {
    var fruitlessScanBackoff = new FruitlessScanBackoff(0, 1, clock::incrementAndGet);
    fruitlessScanBackoff.scan(1, QUEUE, at("north"), () -> NOTHING);
    var looks = new AtomicInteger();
    var waiting = new ArrayList<Future<ClaimableWork>>();
    var threads = Executors.newFixedThreadPool(8);
    try {
      fruitlessScanBackoff.scan(
          1,
          QUEUE,
          at("north"),
          () -> whileTheyCome(threads, fruitlessScanBackoff, waiting, looks));
      for (var one : waiting) {
        assertThat(one.get()).as("found by a look that began after it came").isEqualTo(WORK);
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(looks).hasValue(1);
  }

  /** A look that ends when all the others wait for its end. */
  private ClaimableWork whileTheyCome(
      ExecutorService threads,
      FruitlessScanBackoff fruitlessScanBackoff,
      List<Future<ClaimableWork>> waiting,
      AtomicInteger looks) {
    var came = new ArrayList<Thread>();
    for (int i = 0; i < 8; i++) {
      var at = new CompletableFuture<Thread>();
      waiting.add(
          threads.submit(
              () -> {
                at.complete(Thread.currentThread());
                return fruitlessScanBackoff.scan(
                    1,
                    QUEUE,
                    at("north"),
                    () -> {
                      looks.incrementAndGet();
                      return WORK;
                    });
              }));
      came.add(at.join());
    }
    while (came.stream().anyMatch(one -> one.getState() != Thread.State.WAITING)) {
      Thread.onSpinWait();
    }
    return NOTHING;
  }

  private ClaimableWork remainder(ClaimCandidates candidates, ScopeFilter worker) {
    return test.in(
        lab.tenantId(),
        tx -> {
          var rows = new DecisionRows(tx, test.engine().templateCache());
          var queue = rows.queues().byKey(Set.of(InspectedTenant.QUEUE)).get(InspectedTenant.QUEUE);
          return candidates.remainder(tx, queue, worker);
        });
  }

  private static ScopeFilter at(String site) {
    return new ScopeFilter(List.of(site), List.of(), List.of());
  }

  @Test
  void what_comes_behind_that_place_changes_nothing() {
    var candidates = candidates(0);
    lab.enqueue(QUEUE);
    var second = lab.enqueue(QUEUE);
    look(candidates, 1);
    candidates.returned(lab.tenantId(), QUEUE, evidence.now().plusSeconds(60));
    assertThat(look(candidates, 1)).containsExactly(second);
  }

  @Test
  void slow_probes_for_lapses_are_throttled_but_always_run_when_there_is_no_work() {
    var candidates = candidates(0);
    assertThat(before(candidates).upkeepDue()).isTrue();
    lab.enqueue(QUEUE);
    lab.claimOne(worker, QUEUE);
    test.advance(java.time.Duration.ofSeconds(61));
    assertThat(before(candidates).upkeepDue()).isFalse();
    assertThat(remainder(candidates, ANYWHERE).lapsed()).isTrue();
  }

  @Test
  void leases_are_counted_from_the_oldest_live_one_on() {
    var candidates = candidates(Long.MAX_VALUE);
    lab.enqueue(QUEUE, 2);
    var first = lab.claimOne(worker, QUEUE);
    lab.claimOne(worker, QUEUE);
    var two = before(candidates);
    assertThat(two.liveLeases()).isEqualTo(2);
    assertThat(two.oldestLive()).isEqualTo(first.fencingToken());
    candidates.granted(lab.tenantId(), uid(worker), two, Long.MAX_VALUE);
    assertThat(before(candidates).liveLeases()).isEqualTo(2);
  }

  private ClaimCandidates.UpkeepState before(ClaimCandidates candidates) {
    return test.in(
        lab.tenantId(),
        tx -> {
          var rows = new DecisionRows(tx, test.engine().templateCache());
          var queue = rows.queues().byKey(Set.of(InspectedTenant.QUEUE)).get(InspectedTenant.QUEUE);
          return candidates.before(tx, queue, uid(worker));
        });
  }

  private static long uid(String euid) {
    return EuidMint.uidOf(euid).orElseThrow();
  }

  private String enqueue(String field, Object value) {
    return asOperator(
            AlteredRecord.with(
                Enqueue.task(InspectedTenant.key(), QUEUE, Json.object()), field, value))
        .subjectEuid();
  }

  /** The candidates are left as they are: what is looked at here is not claimed. */
  private List<String> look(ClaimCandidates candidates, int limit) {
    return look(candidates, ANYWHERE, limit);
  }

  private List<String> look(ClaimCandidates candidates, ScopeFilter worker, int limit) {
    return test.in(
        lab.tenantId(),
        tx -> {
          var rows = new DecisionRows(tx, test.engine().templateCache());
          var queue = rows.queues().byKey(Set.of(InspectedTenant.QUEUE)).get(InspectedTenant.QUEUE);
          return euids(
              tx, candidates.lock(tx, queue, worker, Instant.now().plusSeconds(600), limit));
        });
  }

  private static List<String> euids(Tx tx, List<Long> uids) throws SQLException {
    var names = new java.util.ArrayList<String>();
    for (var uid : uids) {
      names.addAll(
          tx.query(
              "select euid from tapline.instance_subject where tenant_id = ? and uid = ?",
              row -> row.getString(1),
              tx.tenantId(),
              uid));
    }
    return names;
  }
}
