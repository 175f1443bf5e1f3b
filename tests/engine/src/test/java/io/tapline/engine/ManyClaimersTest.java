package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ClaimAnswer;
import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.tapdb.EuidMint;
import io.tapline.testkit.engine.ScratchEngine;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Exclusive claims under contention, nothing lost, nothing twice. */
class ManyClaimersTest {

  private static final int CLAIMERS = 64;

  private static ScratchEngine test;

  @BeforeAll
  static void open() {
    test = new ScratchEngine(CLAIMERS);
  }

  @AfterAll
  static void close() {
    test.close();
  }

  private record Claimed(String worker, ClaimAnswer.Item item) {}

  @ParameterizedTest
  @ValueSource(ints = {1, 64, 1_000})
  void every_subject_is_claimed_exactly_once(int count) throws Exception {
    var lab = InspectedTenant.in(test).queue(InspectedTenant.QUEUE, InspectedTenant.fields(900, 3));
    var workers = workers(lab, CLAIMERS);
    var subjects = lab.enqueue(InspectedTenant.QUEUE, count);
    long deadlocks = deadlocks();

    var claimed = claimAll(lab, workers);

    assertThat(claimed.stream().map(c -> c.item().subjectEuid()))
        .containsExactlyInAnyOrderElementsOf(subjects);
    assertThat(claimed.stream().map(c -> c.item().fencingToken())).doesNotHaveDuplicates();
    assertThat(lab.claim(workers.get(0), InspectedTenant.QUEUE).claims()).isEmpty();
    assertThat(liveLeases(lab)).isEqualTo(count);
    assertThat(lab.count("instance_lease where tenant_id = ?", lab.tenantId())).isEqualTo(count);

    SimultaneousThreads.of(
        CLAIMERS,
        number -> {
          for (int i = number; i < claimed.size(); i += CLAIMERS) {
            var mine = claimed.get(i);
            lab.start(mine.worker(), mine.item());
            lab.complete(mine.worker(), mine.item());
          }
          return null;
        });

    var feed = new FeedTail(lab).readAll();
    feed.assertComplete();
    for (var subject : subjects) {
      assertThat(feed.typesOf(EuidMint.uidOf(subject).orElseThrow()))
          .containsExactly("job_enqueued", "job_claimed", "job_started", "job_succeeded");
    }
    assertThat(deadlocks()).isEqualTo(deadlocks);
    assertThat(new InvariantChecker(test.engine()).check(lab.tenantId())).isEmpty();
  }

  @Test
  void one_worker_with_many_threads_never_exceeds_its_limit() throws Exception {
    var lab = InspectedTenant.in(test).queue(InspectedTenant.QUEUE, InspectedTenant.fields(900, 3));
    var worker = lab.worker("w1", 10);
    lab.enqueue(InspectedTenant.QUEUE, 64);
    var claimed =
        SimultaneousThreads.of(
            CLAIMERS,
            number -> {
              try {
                return lab.claim(worker, InspectedTenant.QUEUE, 3, false).claims().size();
              } catch (io.tapline.engine.model.RefusedException e) {
                assertThat(e.code()).isEqualTo(io.tapline.api.Code.LEASE_LIMIT_REACHED);
                return 0;
              }
            });
    assertThat(claimed.stream().mapToInt(Integer::intValue).sum()).isEqualTo(10);
    assertThat(liveLeases(lab)).isEqualTo(10);
    assertThat(new InvariantChecker(test.engine()).check(lab.tenantId())).isEmpty();
  }

  @Test
  void a_subject_that_all_ask_for_by_name_goes_to_one() throws Exception {
    var lab = InspectedTenant.in(test).queue(InspectedTenant.QUEUE, InspectedTenant.fields(900, 3));
    var workers = workers(lab, CLAIMERS);
    var subject = lab.enqueue(InspectedTenant.QUEUE);
    var won =
        SimultaneousThreads.of(
            CLAIMERS,
            number -> {
              try {
                var claim =
                    io.tapline.api.request.Claim.subject(
                        InspectedTenant.key(), workers.get(number), subject);
                return lab.engine().claim(lab.service, claim).claims().size();
              } catch (io.tapline.engine.model.RefusedException e) {
                assertThat(e.code()).isEqualTo(io.tapline.api.Code.ALREADY_LEASED);
                return 0;
              }
            });
    assertThat(won.stream().mapToInt(Integer::intValue).sum()).isEqualTo(1);
    assertThat(new InvariantChecker(test.engine()).check(lab.tenantId())).isEmpty();
  }

  /** Half of them take one at a time, half of them five, until there is no work. */
  private static List<Claimed> claimAll(InspectedTenant lab, List<String> workers)
      throws Exception {
    var all = new ArrayList<Claimed>();
    SimultaneousThreads.of(
            CLAIMERS,
            number -> {
              var mine = new ArrayList<Claimed>();
              var worker = workers.get(number);
              var items =
                  lab.claim(worker, InspectedTenant.QUEUE, number % 2 == 0 ? 1 : 5, false).claims();
              while (!items.isEmpty()) {
                items.forEach(item -> mine.add(new Claimed(worker, item)));
                items =
                    lab.claim(worker, InspectedTenant.QUEUE, number % 2 == 0 ? 1 : 5, false)
                        .claims();
              }
              return mine;
            })
        .forEach(all::addAll);
    return all;
  }

  private static List<String> workers(InspectedTenant lab, int count) {
    var workers = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      workers.add(lab.worker("w" + i));
    }
    return workers;
  }

  private static long liveLeases(InspectedTenant lab) {
    return lab.count(
        "instance_lease where tenant_id = ? and status = 'ACTIVE'"
            + " and expires_at > tapline.time_text(tapline.clock())",
        lab.tenantId());
  }

  /** As the server counts them: one that a retry hid would still be here. */
  private static long deadlocks() throws Exception {
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
}
