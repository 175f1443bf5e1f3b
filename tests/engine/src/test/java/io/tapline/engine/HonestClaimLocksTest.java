package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.request.Enqueue;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.Await;
import io.tapline.engine.testing.BackgroundTask;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.LookGate;
import io.tapline.engine.testing.TracedSource;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.Json;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A claim waits for what another transaction has locked, and says "no work" only of what that
 * leaves.
 */
class HonestClaimLocksTest extends HonestClaimLab {

  private static final String[] NAMED_AND_NOT = {InspectedTenant.QUEUE, null};

  private static String subjectOf(ClaimAnswer answer) {
    return answer.claims().isEmpty() ? answer.status() : answer.claims().get(0).subjectEuid();
  }

  @Test
  void what_is_locked_in_passing_is_waited_for() throws Exception {
    for (var queue : NAMED_AND_NOT) {
      var subject = lab.enqueue(InspectedTenant.QUEUE);
      try (var holder = lock(subject)) {
        var claim = claimLater(queue);
        awaitLooks(3, claim);
        holder.rollback();
        assertThat(claim.get().claims()).hasSize(1);
      }
    }
  }

  @Test
  void work_that_arrives_after_the_look_is_claimed_by_the_same_statement() throws Exception {
    var traced = new TracedSource(test.serving());
    var engine = new Engine(traced.source());
    // After a claim that got a job, the look for the rest of the queue is a trip of its own.
    lab.enqueue(InspectedTenant.QUEUE);
    assertThat(claim(engine, workers.get(0), InspectedTenant.QUEUE).claims()).hasSize(1);
    var arrived = new AtomicBoolean();
    traced.send(
        value -> {
          var texts = traced.texts();
          boolean looks = texts.get(texts.size() - 1).contains("as matured");
          if (looks && arrived.compareAndSet(false, true)) {
            lab.enqueue(InspectedTenant.QUEUE);
          }
          return value;
        });
    traced.forget();
    assertThat(claim(engine, workers.get(0), InspectedTenant.QUEUE).claims()).hasSize(1);
    assertThat(traced.executed("with moment as")).isEqualTo(2);
    assertThat(traced.executed("COMMIT")).as("transactions beside the statements").isZero();
  }

  @Test
  void what_comes_while_others_have_the_rest_locked_is_found() throws Exception {
    lab.queue("second", InspectedTenant.fields(60, 3));
    for (var queue : new String[] {null, "second"}) {
      try (var holder = lock(lab.enqueue(queue == null ? InspectedTenant.QUEUE : queue))) {
        var claim = claimLater(queue);
        awaitLooks(1, claim);
        var other = lab.enqueue("second");
        assertThat(claim.get().claims().get(0).subjectEuid()).isEqualTo(other);
        holder.rollback();
      }
    }
  }

  /**
   * The race that a crowd is meant to lose, and may not: both see the first subject, and the other
   * has committed its lease when this one locks it.
   */
  @Test
  void who_locks_what_another_was_granted_since_the_look_looks_again() throws Exception {
    var quicker = new Engine(superuser());
    try (var gate = LookGate.on(test)) {
      for (var queue : NAMED_AND_NOT) {
        var first = lab.enqueue(InspectedTenant.QUEUE);
        var second = lab.enqueue(InspectedTenant.QUEUE);
        gate.shut();
        var claim = claimLater(queue);
        Await.until("a claim at the gate", () -> waiting(gate) > 0);
        assertThat(subjectOf(claim(quicker, workers.get(1), InspectedTenant.QUEUE)))
            .isEqualTo(first);
        gate.open();
        assertThat(claim.get().status()).as("queue %s", queue).isEqualTo(ClaimAnswer.CLAIMED);
        assertThat(subjectOf(claim.get())).isEqualTo(second);
      }
    }
  }

  @Test
  void a_grant_that_is_not_committed_is_waited_for_until_it_is() throws Exception {
    for (var queue : NAMED_AND_NOT) {
      lab.enqueue(InspectedTenant.QUEUE);
      try (var held = new HeldCommits(test.serving())) {
        var grant =
            BackgroundTask.get(
                () -> claim(new Engine(held.source()), workers.get(1), InspectedTenant.QUEUE));
        held.awaitOne();
        var claim = claimLater(queue);
        awaitLooks(3, claim);
        held.release();
        assertThat(grant.get().claims()).hasSize(1);
        assertThat(claim.get().status()).isEqualTo(ClaimAnswer.NO_WORK);
      }
    }
  }

  @Test
  void a_lapse_that_another_settles_is_waited_for() throws Exception {
    for (var queue : NAMED_AND_NOT) {
      fresh();
      var subject = lab.enqueue(InspectedTenant.QUEUE);
      claim(workers.get(1), InspectedTenant.QUEUE);
      test.advance(Duration.ofSeconds(61));
      try (var holder = lock(subject)) {
        var claim = claimLater(queue);
        Await.until("a claim that waits for a lock", () -> claim.isDone() || lockWaits() > 0);
        assertThat(claim).isNotDone();
        holder.rollback();
        assertThat(subjectOf(claim.get())).isEqualTo(subject);
      }
    }
  }

  @Test
  void a_lapse_that_the_sweep_has_settled_and_not_committed_is_waited_for() throws Exception {
    for (var queue : NAMED_AND_NOT) {
      fresh();
      var subject = lab.enqueue(InspectedTenant.QUEUE);
      claim(workers.get(1), InspectedTenant.QUEUE);
      test.advance(Duration.ofSeconds(61));
      try (var held = new HeldCommits(test.serving())) {
        var sweep = BackgroundTask.get(() -> new Engine(held.source()).sweep(lab.tenantId()));
        held.awaitOne();
        var claim = claimLater(queue);
        Await.until("a claim that waits for a lock", () -> claim.isDone() || lockWaits() > 0);
        assertThat(claim).isNotDone();
        held.release();
        sweep.get();
        assertThat(claim.get().status()).as("queue %s", queue).isEqualTo(ClaimAnswer.CLAIMED);
        assertThat(subjectOf(claim.get())).isEqualTo(subject);
      }
    }
  }

  @Test
  void a_lapse_that_comes_while_the_claim_looks_is_settled_by_it() throws Exception {
    for (var queue : NAMED_AND_NOT) {
      fresh();
      // Its queue's upkeep is done once at first; that what lapses later counts is another matter.
      var matured = enqueueDelayed();
      test.advance(Duration.ofSeconds(61));
      var leased = lab.enqueue(InspectedTenant.QUEUE);
      try (var holder = lock(matured)) {
        assertThat(subjectOf(claim(workers.get(1), InspectedTenant.QUEUE))).isEqualTo(leased);
        var claim = claimLater(queue);
        awaitLooks(2, claim);
        test.advance(Duration.ofSeconds(61));
        assertThat(subjectOf(claim.get())).isEqualTo(leased);
        holder.rollback();
      }
    }
  }

  @Test
  void a_matured_subject_that_another_promotes_is_waited_for() throws Exception {
    for (var queue : NAMED_AND_NOT) {
      for (boolean commits : new boolean[] {false, true}) {
        fresh();
        var subject = enqueueDelayed();
        test.advance(Duration.ofSeconds(61));
        try (var holder = lock(subject)) {
          promote(holder, subject);
          var claim = claimLater(queue);
          awaitLooks(3, claim);
          if (commits) {
            holder.commit();
          } else {
            holder.rollback();
          }
          assertThat(subjectOf(claim.get())).isEqualTo(subject);
        }
      }
    }
  }

  private String enqueueDelayed() {
    var later = Enqueue.task(InspectedTenant.key(), InspectedTenant.QUEUE, Json.object());
    return lab.engine()
        .execute(lab.operator, AlteredRecord.with(later, "ready_at", inAMinute()))
        .subjectEuid();
  }

  private Instant inAMinute() {
    return test
        .in(
            lab.tenantId(),
            tx ->
                tx.query(
                    "select extract(epoch from tapline.clock())::bigint", row -> row.getLong(1)))
        .stream()
        .map(seconds -> Instant.ofEpochSecond(seconds + 60))
        .findFirst()
        .orElseThrow();
  }

  private Future<ClaimAnswer> claimLater(String queue) {
    return BackgroundTask.get(() -> claim(workers.get(0), queue));
  }

  /** As a claimer, the sweep or a promotion has it, until it steps back. */
  private Connection lock(String subject) throws SQLException {
    var holder = test.admin();
    holder.setAutoCommit(false);
    try (var statement =
        holder.prepareStatement(
            "select 1 from tapline.subject where tenant_id = ? and uid = ?"
                + " for no key update")) {
      statement.setLong(1, lab.tenantId());
      statement.setLong(2, EuidMint.uidOf(subject).orElseThrow());
      assertThat(statement.executeQuery().next()).isTrue();
    }
    return holder;
  }

  /** As a claim does with what has become ready. */
  private void promote(Connection holder, String subject) throws SQLException {
    try (var statement =
        holder.prepareStatement(
            "update tapline.subject set delayed = null, ready_queue_key = delayed_queue_key,"
                + " delayed_queue_key = null where tenant_id = ? and uid = ?")) {
      statement.setLong(1, lab.tenantId());
      statement.setLong(2, EuidMint.uidOf(subject).orElseThrow());
      assertThat(statement.executeUpdate()).isEqualTo(1);
    }
  }

  /** Another server's connections, on which no policy is binding. */
  private static PGSimpleDataSource superuser() {
    var source = new PGSimpleDataSource();
    source.setUrl(test.scratch().jdbcUrl());
    source.setUser(test.scratch().user());
    source.setPassword(test.scratch().password());
    return source;
  }

  private static int waiting(LookGate gate) {
    try {
      return gate.waiting();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private void awaitLooks(int more, Future<?> claim) {
    long before = looks();
    Await.until("more looks", () -> claim.isDone() || looks() >= before + more);
    assertThat(claim).as("the claim looks again").isNotDone();
  }

  private static long lockWaits() {
    try (var admin = test.admin();
        var rows =
            admin
                .createStatement()
                .executeQuery(
                    "select count(*) from pg_stat_activity"
                        + " where datname = current_database() and wait_event_type = 'Lock'")) {
      rows.next();
      return rows.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
