package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.WorkerType;
import io.tapline.api.request.ClaimBuilder;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.PlaceHold;
import io.tapline.api.request.PrepareBuilder;
import io.tapline.api.request.RegisterWorkerBuilder;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.testing.BackgroundTask;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.FeedEntry;
import io.tapline.testkit.engine.ScratchEngine;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EngineFeedTest {

  private static final int WRITERS = 32;
  private static final int SUBJECTS = 4;
  private static final int ROUNDS = 12;

  private static ScratchEngine test;
  private InspectedTenant lab;

  @BeforeAll
  static void open() {
    test = new ScratchEngine(WRITERS + 8);
  }

  @AfterAll
  static void close() {
    test.close();
  }

  @BeforeEach
  void fresh() {
    lab = InspectedTenant.in(test).queue(InspectedTenant.QUEUE, InspectedTenant.fields(900, 3));
  }

  @Test
  void a_reader_beside_32_writers_sees_each_event_once_and_in_revision_order() throws Exception {
    var subjects = lab.enqueue(InspectedTenant.QUEUE, SUBJECTS);
    var writing = new AtomicBoolean(true);
    var feed = new FeedTail(lab);
    var reader =
        BackgroundTask.run(
            () -> {
              while (writing.get()) {
                feed.read();
              }
              feed.readAll();
            });
    try {
      SimultaneousThreads.of(
          WRITERS,
          number -> {
            var worker = lab.worker("w" + number);
            for (int round = 0; round < ROUNDS; round++) {
              write(worker, subjects.get((number + round) % SUBJECTS), (number + round) % 3);
            }
            return null;
          });
    } finally {
      writing.set(false);
    }
    reader.join();
    feed.assertComplete();
    assertThat(feed.entries().stream().filter(e -> e.actionKey().equals("claim_queue_item")))
        .isNotEmpty();
    assertThat(new InvariantChecker(test.engine()).check(lab.tenantId())).isEmpty();
  }

  private void write(String worker, String subject, int what) {
    try {
      if (what == 0) {
        lab.releaseHold(lab.hold(subject).holdEuid());
      } else if (what == 1) {
        lab.requeue(subject);
      } else {
        var claim =
            ClaimBuilder.builder()
                .meta(RequestMeta.key(InspectedTenant.key()))
                .workerEuid(worker)
                .subjectEuid(subject)
                .maxItems(1)
                .start(true)
                .build();
        var item = lab.engine().claim(lab.service, claim).claims().get(0);
        lab.renew(worker, item);
        lab.complete(worker, item);
      }
    } catch (RefusedException e) {
      // Another writer was there first; it has written its own events.
      assertThat(e.code()).isNotNull();
    }
  }

  @Test
  void a_transaction_that_took_its_id_early_is_shown_after_what_it_found() throws Exception {
    var subject = prepare();
    try (var early = test.serving().getConnection()) {
      early.setAutoCommit(false);
      takeId(early);
      lab.releaseHold(lab.hold(subject).holdEuid());
      route(early, subject);
      early.commit();
    }
    assertThat(actionsOn(subject))
        .containsExactly(
            "prepare_subject", "place_execution_hold", "release_execution_hold", "enqueue_subject");
  }

  @Test
  void nothing_is_shown_while_an_older_transaction_may_still_write_before_it() throws Exception {
    var subject = prepare();
    try (var early = test.serving().getConnection()) {
      early.setAutoCommit(false);
      takeId(early);
      lab.hold(subject);
      var feed = new FeedTail(lab);
      feed.read();
      assertThat(feed.entries())
          .extracting(FeedEntry::actionKey)
          .doesNotContain("place_execution_hold");
      early.rollback();
    }
    assertThat(actionsOn(subject)).containsExactly("prepare_subject", "place_execution_hold");
  }

  /** Its id comes with its first lock; by the time it has the last one, others have gone ahead. */
  @Test
  void a_batch_that_waited_for_a_subject_is_shown_after_the_one_it_waited_for() throws Exception {
    var first = prepare();
    var second = prepare();
    var third = prepare();
    try (var byHand = test.admin();
        var later = test.serving().getConnection()) {
      lock(byHand, second);
      var batch = BackgroundTask.run(() -> holdAll(List.of(first, second, third)));
      awaitWaiting(1);
      later.setAutoCommit(false);
      route(later, third);
      byHand.rollback();
      awaitWaitingFor(later);
      later.commit();
      batch.join();
    }
    assertThat(actionsOn(third))
        .containsExactly("prepare_subject", "enqueue_subject", "place_execution_hold");
    new FeedTail(lab).readAll().assertComplete();
  }

  /** Renewals, which are stored apart from the other actions. */
  @Test
  void a_lease_that_was_renewed_and_then_abandoned_is_shown_in_that_order() throws Exception {
    var worker = register("first process");
    lab.enqueue(InspectedTenant.QUEUE, 2);
    var items = lab.claim(worker, InspectedTenant.QUEUE, 2, true).claims();
    var one = items.get(0);
    var other = items.get(1);
    assertThat(uid(one.subjectEuid())).isLessThan(uid(other.subjectEuid()));
    try (var byHand = test.admin()) {
      lock(byHand, one.subjectEuid());
      var replaced = BackgroundTask.run(() -> register("second process"));
      awaitWaiting(1);
      lab.renew(worker, other);
      byHand.rollback();
      replaced.join();
    }
    assertThat(actionsOn(other.subjectEuid()))
        .containsExactly(
            "enqueue_subject", "claim_queue_item", "renew_queue_lease", "expire_queue_lease");
    new FeedTail(lab).readAll().assertComplete();
    assertThat(new InvariantChecker(test.engine()).check(lab.tenantId())).isEmpty();
  }

  private List<String> actionsOn(String subject) {
    return new FeedTail(lab)
        .readAll().entries().stream()
            .filter(entry -> entry.executedOnUid() == uid(subject))
            .map(FeedEntry::actionKey)
            .toList();
  }

  private static long uid(String euid) {
    return EuidMint.uidOf(euid).orElseThrow();
  }

  private String prepare() {
    return lab.engine()
        .execute(
            lab.operator,
            PrepareBuilder.builder()
                .meta(RequestMeta.key(InspectedTenant.key()))
                .templateCode(Enqueue.TASK)
                .build())
        .subjectEuid();
  }

  private void route(Connection connection, String subject) throws SQLException {
    var enqueue =
        EnqueueBuilder.builder()
            .meta(RequestMeta.key(InspectedTenant.key()))
            .subjectEuid(subject)
            .queueKey(InspectedTenant.QUEUE)
            .build();
    lab.engine().enqueue(connection, lab.operator, List.of(enqueue)).get(0).orThrow();
  }

  private void holdAll(List<String> subjects) {
    var holds = new ArrayList<PlaceHold>();
    for (var subject : subjects) {
      holds.add(
          new PlaceHold(
              RequestMeta.key(InspectedTenant.key()),
              subject,
              StatePrecondition.NOTHING,
              null,
              "STOP",
              "stop them"));
    }
    lab.engine().executeAll(lab.operator, holds).forEach(outcome -> outcome.orThrow());
  }

  private String register(String process) {
    return lab.engine()
        .execute(
            lab.service,
            RegisterWorkerBuilder.builder()
                .meta(RequestMeta.key(InspectedTenant.key()))
                .workerKey("w1")
                .workerType(WorkerType.SERVICE)
                .maxConcurrentLeases(10)
                .processIdentity(process)
                .build())
        .workerEuid();
  }

  private static void takeId(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute("select pg_current_xact_id()");
    }
  }

  private static void lock(Connection byHand, String subject) throws SQLException {
    byHand.setAutoCommit(false);
    try (var statement = byHand.createStatement()) {
      statement.execute(
          "select 1 from tapline.instance_subject where uid = "
              + uid(subject)
              + " for no key update");
    }
  }

  private static void awaitWaiting(int sessions) throws SQLException {
    await(
        "select count(*) >= "
            + sessions
            + " from pg_stat_activity where datname = current_database()"
            + " and wait_event_type = 'Lock'");
  }

  private static void awaitWaitingFor(Connection holder) throws SQLException {
    int pid;
    try (var statement = holder.createStatement();
        var rows = statement.executeQuery("select pg_backend_pid()")) {
      rows.next();
      pid = rows.getInt(1);
    }
    await(
        "select exists (select 1 from pg_stat_activity a where datname = current_database() and "
            + pid
            + " = any(pg_blocking_pids(a.pid)))");
  }

  private static void await(String condition) throws SQLException {
    try (var admin = test.admin();
        var statement = admin.createStatement()) {
      for (boolean met = false; !met; ) {
        try (var rows = statement.executeQuery(condition)) {
          rows.next();
          met = rows.getBoolean(1);
        }
      }
    }
  }
}
