package io.tapline.tapdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tapline.postgres.TestServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class FeedTest {

  private static final int WRITERS = 16;
  private static final int EVENTS_PER_WRITER = 60;
  private static final int SUBJECTS = 4;

  private static final long UNLIMITED = Long.MAX_VALUE;

  private static final String LOGIN_PASSWORD = "feed-1";

  private static final ScratchStore STORE = new ScratchStore();

  private ExecutorService threads;
  private long tenant;

  @BeforeEach
  void ownTenant() {
    threads = Executors.newCachedThreadPool();
    tenant = STORE.tenants().create("feed-" + System.nanoTime(), "Feed", List.of());
  }

  @AfterEach
  void endThreads() {
    threads.shutdownNow();
  }

  @AfterAll
  static void close() {
    STORE.close();
  }

  @Test
  void beside_sixteen_writers_each_event_is_seen_once_and_in_revision_order() throws Exception {
    var subjects = subjects(SUBJECTS);
    var writers = new ArrayList<Future<Integer>>();
    for (int i = 0; i < WRITERS; i++) {
      var random = new Random(i);
      writers.add(threads.submit(() -> writeMany(subjects, random)));
    }
    var seen = new ArrayList<FeedEntry>();
    var cursor = FeedCursor.START;
    while (true) {
      // Asked before reading: what is committed and readable now is all there will be.
      boolean ended = writers.stream().allMatch(Future::isDone) && lag() == 0;
      // Small pages, so that a page often ends between two entries with one feed key.
      var page = page(cursor, 7);
      if (ended && page.isEmpty()) break;
      seen.addAll(page);
      if (!page.isEmpty()) cursor = FeedCursor.parse(page.get(page.size() - 1).cursor().toString());
    }
    for (var writer : writers) writer.get();

    assertThat(seen).hasSize(WRITERS * EVENTS_PER_WRITER);
    assertThat(new HashSet<>(seen.stream().map(FeedEntry::uid).toList())).hasSize(seen.size());
    var revisions = new HashMap<Long, List<Long>>();
    for (var entry : seen) {
      revisions
          .computeIfAbsent(entry.executedOnUid(), subject -> new ArrayList<>())
          .add(entry.properties().get("revision_after").asLong());
    }
    assertThat(revisions).hasSize(SUBJECTS);
    revisions.forEach(
        (subject, inOrder) ->
            assertThat(inOrder)
                .as("subject %d", subject)
                .isEqualTo(
                    IntStream.rangeClosed(1, inOrder.size()).mapToObj(Long::valueOf).toList()));
  }

  @Test
  void a_transaction_that_waited_for_a_subject_comes_after_the_one_it_waited_for()
      throws Exception {
    long subject = subjects(1).get(0);
    var hasId = new CountDownLatch(1);
    var firstCommitted = new CountDownLatch(1);
    var early =
        threads.submit(
            () ->
                in(
                    tx -> {
                      tx.query("select pg_current_xact_id()", row -> 0);
                      hasId.countDown();
                      await(firstCommitted);
                      return write(tx, subject);
                    }));
    hasId.await();
    long first = in(tx -> write(tx, subject));
    // Held back while the early one is open: it could still come before.
    assertThat(page(FeedCursor.START, 10)).isEmpty();
    assertThat(lag()).isEqualTo(1);
    firstCommitted.countDown();
    long second = early.get();
    assertThat(all()).extracting(FeedEntry::uid).containsExactly(first, second);
  }

  @Test
  void the_transaction_id_alone_would_not_do() throws Exception {
    // The test above with the naive key, to show that it detects the difference.
    long subject = subjects(1).get(0);
    var hasId = new CountDownLatch(1);
    var firstCommitted = new CountDownLatch(1);
    Callable<Long> early =
        () ->
            in(
                tx -> {
                  long own = ownId(tx);
                  hasId.countDown();
                  await(firstCommitted);
                  return InstanceRows.action(tx, subject, own, 2);
                });
    var waiting = threads.submit(early);
    hasId.await();
    long first = in(tx -> InstanceRows.action(tx, subject, ownId(tx), 1));
    firstCommitted.countDown();
    long second = waiting.get();
    assertThat(all()).extracting(FeedEntry::uid).containsExactly(second, first);
  }

  /** A reader can have a transaction id, and cannot write an entry. */
  @Test
  void a_reader_who_keeps_a_transaction_open_holds_nothing_back() throws Exception {
    long subject = subjects(1).get(0);
    var reader = login(STORE.tenants().readerRole(tenant));
    try (var held = openWithId(STORE.jdbcUrl(), reader)) {
      long written = in(tx -> write(tx, subject));
      assertThat(held.getAutoCommit()).isFalse();
      assertThat(all()).extracting(FeedEntry::uid).containsExactly(written);
    } finally {
      STORE.asAdmin("drop role " + reader);
    }
  }

  @Test
  void a_transaction_in_another_database_holds_nothing_back() throws Exception {
    long subject = subjects(1).get(0);
    try (var other = TestServer.database();
        var held = other.connect()) {
      beginWithId(held);
      long written = in(tx -> write(tx, subject));
      assertThat(all()).extracting(FeedEntry::uid).containsExactly(written);
    }
  }

  @Test
  void a_producer_with_an_open_transaction_holds_the_feed_back_and_is_named() throws Exception {
    long subject = subjects(1).get(0);
    var producer = login(STORE.tenants().producerRole(tenant));
    try (var held = openWithId(STORE.jdbcUrl(), producer)) {
      assertThat(held.getAutoCommit()).isFalse();
      in(tx -> write(tx, subject));
      assertThat(page(FeedCursor.START, 10)).isEmpty();
      var blocker = in(tx -> new Feed(tx).blocker()).orElseThrow();
      assertThat(blocker.role()).isEqualTo(producer);
      assertThat(blocker.transactionsSince()).isPositive();
    } finally {
      STORE.asAdmin("drop role " + producer);
    }
  }

  private static String login(String role) throws SQLException {
    var login = "feed_login_" + System.nanoTime();
    STORE.asAdmin(
        "create role " + login + " login password '" + LOGIN_PASSWORD + "'",
        "grant " + role + " to " + login);
    return login;
  }

  private static Connection openWithId(String url, String login) throws SQLException {
    var connection = DriverManager.getConnection(url, login, LOGIN_PASSWORD);
    beginWithId(connection);
    return connection;
  }

  private static void beginWithId(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    connection.createStatement().execute("select pg_current_xact_id()");
  }

  @Test
  void pulses_stand_between_actions_in_commit_order() {
    long subject = subjects(1).get(0);
    long first = in(tx -> write(tx, subject));
    long pulse = in(tx -> InstanceRows.pulse(tx, subject, ownId(tx)));
    long last = in(tx -> write(tx, subject));
    assertThat(all()).extracting(FeedEntry::uid).containsExactly(first, pulse, last);
    assertThat(all()).extracting(FeedEntry::actionKey).containsOnly("test");
  }

  @Test
  void one_tenants_feed_is_not_anothers() {
    long subject = subjects(1).get(0);
    in(tx -> write(tx, subject));
    var theirs =
        STORE
            .serving()
            .transaction(
                STORE.tenant(),
                tx -> new Feed(tx).after(FeedCursor.START, 10, UNLIMITED).entries());
    assertThat(theirs).extracting(FeedEntry::executedOnUid).doesNotContain(subject);
  }

  @Test
  void a_page_has_a_limit() {
    in(
        tx -> {
          var feed = new Feed(tx);
          assertThatIllegalArgumentException()
              .isThrownBy(() -> feed.after(FeedCursor.START, 0, UNLIMITED));
          assertThatIllegalArgumentException()
              .isThrownBy(() -> feed.after(FeedCursor.START, Feed.MAX_PAGE + 1, UNLIMITED));
          return feed.after(FeedCursor.START, Feed.MAX_PAGE, UNLIMITED);
        });
  }

  @Test
  void a_page_ends_early_when_its_documents_are_large_and_the_feed_goes_on_after_it() {
    long subject = subjects(1).get(0);
    var written = new ArrayList<Long>();
    for (int i = 0; i < 3; i++) {
      written.add(in(tx -> write(tx, subject)));
    }
    assertThat(all()).extracting(FeedEntry::uid).isEqualTo(written);
    for (boolean ofSubject : new boolean[] {false, true}) {
      var cursor = FeedCursor.START;
      for (int i = 0; i < written.size(); i++) {
        var from = cursor;
        var page =
            in(
                tx -> {
                  var feed = new Feed(tx);
                  return ofSubject ? feed.entriesOf(subject, from, 10, 1) : feed.after(from, 10, 1);
                });
        assertThat(page.entries()).extracting(FeedEntry::uid).containsExactly(written.get(i));
        assertThat(page.ended()).isEqualTo(i == written.size() - 1);
        cursor = page.entries().get(0).cursor();
      }
    }
  }

  @Test
  void a_page_is_read_by_merging_the_feed_indexes() throws SQLException {
    new PulsePartitions(STORE.database().owner()).makeAhead();
    STORE.asAdmin(
        """
        insert into tapline.instance_pulse (tenant_id, storage_class, uid, template_uid, euid, json_addl, created_dt,
          modified_dt, subject_uid, feed_key)
        select %d, 'pulse', 2000000 + i, 1, 'x', '{"properties": {}}', now(), now(), 7000000 + i %% 100, 3 + i %% 500
        from generate_series(1, 5000) i
        """
            .formatted(tenant),
        """
        insert into tapline.fact_row (tenant_id, uid, template_uid, at, action_key, subject_uid, executed_on_uid, feed_key)
        select %d, 1000000 + i, 1, now(), 'test', 7000000 + i %% 100, 7000000 + i %% 100, 3 + i %% 500
        from generate_series(1, 5000) i
        """
            .formatted(tenant),
        "analyze");
    in(
        tx -> {
          var plan =
              QueryPlan.explain(
                  tx,
                  NamedSql.load(Feed.class, "feed/feed_after").text(),
                  1_000_000L,
                  tx.tenantId(),
                  100L,
                  5L,
                  100);
          assertThat(plan)
              .contains("Merge Append")
              .doesNotContain("Seq Scan")
              .doesNotContain("Sort  ");
          assertThat(plan).contains("action_feed").contains("tenant_id_feed_key_uid_idx");
          return 0;
        });
  }

  private int writeMany(List<Long> subjects, Random random) {
    for (int i = 0; i < EVENTS_PER_WRITER; i++) {
      long subject = subjects.get(random.nextInt(subjects.size()));
      boolean idEarly = random.nextBoolean();
      double before = random.nextDouble() * 0.004;
      double after = random.nextDouble() * 0.008;
      in(
          tx -> {
            if (idEarly) ownId(tx);
            pause(tx, before);
            long uid = write(tx, subject);
            pause(tx, after);
            return uid;
          });
    }
    return EVENTS_PER_WRITER;
  }

  /**
   * As the engine writes an action: lock, read under the lock in a statement of its own, draw the
   * uid, insert.
   */
  private static long write(Tx tx, long subject) throws SQLException {
    tx.query(
        "select uid from tapline.subject where tenant_id = ? and uid = ? for update",
        row -> 0,
        tx.tenantId(),
        subject);
    var newest =
        tx.query(
                "select coalesce(max(feed_key), 0), count(*) from tapline.instance_action"
                    + " where tenant_id = ? and executed_on_uid = ?",
                row -> new long[] {row.getLong(1), row.getLong(2)},
                tx.tenantId(),
                subject)
            .get(0);
    return InstanceRows.action(tx, subject, Math.max(ownId(tx), newest[0]), newest[1] + 1);
  }

  private static long ownId(Tx tx) throws SQLException {
    return tx.query("select tapline.feed_key()", row -> row.getLong(1)).get(0);
  }

  /** A slow transaction, not a wait for one: the fault that the feed must bear. */
  private static void pause(Tx tx, double seconds) throws SQLException {
    tx.query("select pg_sleep(?)", row -> 0, seconds);
  }

  private List<Long> subjects(int count) {
    return in(
        tx -> {
          var uids = new ArrayList<Long>();
          for (int i = 0; i < count; i++) uids.add(InstanceRows.subject(tx));
          return uids;
        });
  }

  /** Everything, once nothing is held back: autovacuum, too, has transactions. */
  private List<FeedEntry> all() {
    while (lag() > 0) LockSupport.parkNanos(1_000_000);
    return page(FeedCursor.START, Feed.MAX_PAGE);
  }

  private long lag() {
    return in(tx -> new Feed(tx).lag());
  }

  private List<FeedEntry> page(FeedCursor cursor, int limit) {
    return in(tx -> new Feed(tx).after(cursor, limit, UNLIMITED).entries());
  }

  private <T> T in(TapDb.Work<T> work) {
    return STORE.serving().transaction(tenant, work);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
