package io.tapline.tapdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import io.tapline.postgres.ScratchDatabase;
import io.tapline.postgres.TestServer;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A database that was dumped in one cluster and restored in another: its feed keys are ahead of the
 * new cluster's transaction ids.
 */
@Timeout(60)
@Tag("soak")
class FeedEpochTest {

  /** More transactions than the test server will ever see. */
  private static final long FAR_AHEAD = 3_000_000_000L;

  private ScratchDatabase scratch;
  private HikariDataSource pool;
  private TapDb serving;
  private long tenant;

  @BeforeEach
  void open() {
    scratch = TestServer.database();
    var database = provision();
    tenant = new Tenants(database.owner()).create("acme", "Acme", List.of());
    pool = new HikariDataSource();
    pool.setDataSource(database.serving());
    // One connection: what it prepared before the epoch was raised, it uses after.
    pool.setMaximumPoolSize(1);
    serving = new TapDb(pool);
  }

  @AfterEach
  void close() {
    pool.close();
    scratch.close();
  }

  @Test
  void a_restored_feed_is_read_to_its_end_and_goes_on_behind_it() {
    // Often enough that the statements are prepared on the server, with the plans of that time.
    var before = IntStream.range(0, 12).mapToObj(i -> write()).toList();
    assertThat(read(FeedCursor.START)).extracting(FeedEntry::uid).isEqualTo(before);
    long action = in(tx -> InstanceRows.action(tx, null, FAR_AHEAD, 1));
    long pulse = in(tx -> InstanceRows.pulse(tx, InstanceRows.subject(tx), FAR_AHEAD + 1));
    assertThat(lag()).as("held back for ever").isEqualTo(2);

    provision();

    assertThat(lag()).isZero();
    var restored = read(FeedCursor.START);
    assertThat(restored.subList(12, 14)).extracting(FeedEntry::uid).containsExactly(action, pulse);
    var after = List.of(write(), write());
    assertThat(read(restored.get(13).cursor())).extracting(FeedEntry::uid).isEqualTo(after);
  }

  @Test
  void a_consumer_that_had_read_on_in_the_old_cluster_misses_nothing_of_the_new_one() {
    in(tx -> InstanceRows.action(tx, null, FAR_AHEAD, 1));
    provision();
    var ahead = new FeedCursor(FAR_AHEAD + 1_000_000, 7);
    var written = List.of(write(), write());
    assertThat(read(ahead)).extracting(FeedEntry::uid).isEqualTo(written);
  }

  @Test
  void what_one_tenant_brings_keeps_no_other_from_reading() throws SQLException {
    long other = new Tenants(provision().owner()).create("other", "Other", List.of());
    serving.transaction(other, tx -> InstanceRows.action(tx, null, FAR_AHEAD, 1));
    provision();
    long held = serving.transaction(other, tx -> new Feed(tx).lag());
    assertThat(held).isZero();
    var written = List.of(write());
    assertThat(read(FeedCursor.START)).extracting(FeedEntry::uid).isEqualTo(written);
  }

  @Test
  void a_second_restoring_raises_it_again() {
    in(tx -> InstanceRows.action(tx, null, FAR_AHEAD, 1));
    provision();
    long first = epoch();
    long further = in(tx -> InstanceRows.action(tx, null, first + 2 * FAR_AHEAD, 2));
    provision();
    assertThat(epoch()).isGreaterThan(first);
    var written = write();
    assertThat(read(new FeedCursor(FAR_AHEAD, Long.MAX_VALUE)))
        .extracting(FeedEntry::uid)
        .containsExactly(further, written);
  }

  @Test
  void a_cluster_that_goes_on_as_it_was_keeps_its_epoch() {
    write();
    provision();
    assertThat(epoch()).isZero();
    in(tx -> InstanceRows.action(tx, null, FAR_AHEAD, 1));
    provision();
    long raised = epoch();
    write();
    provision();
    assertThat(epoch()).isEqualTo(raised);
  }

  @Test
  void servers_that_start_together_raise_it_once() throws Exception {
    in(tx -> InstanceRows.action(tx, null, FAR_AHEAD, 1));
    var threads = Executors.newFixedThreadPool(4);
    try {
      var starts =
          IntStream.range(0, 4)
              .<Callable<Database>>mapToObj(i -> FeedEpochTest.this::provision)
              .toList();
      for (var start : threads.invokeAll(starts)) start.get();
    } finally {
      threads.shutdown();
    }
    assertThat(lives()).as("the one it was made in, and this one").isEqualTo(2);
    assertThat(lag()).isZero();
  }

  /** A copy of the files that goes on under the same identity: its owner has to say so. */
  @Test
  void the_owner_may_begin_a_new_epoch_when_a_restore_cannot_be_detected() throws SQLException {
    write();
    var ahead = new FeedCursor(in(tx -> new Feed(tx).end()).feedKey() + 1_000_000, 7);
    try (var owner = provision().owner().getConnection();
        var statement = owner.createStatement()) {
      statement.execute("select tapline.raise_feed_epoch(true)");
    }
    var written = List.of(write(), write());
    assertThat(read(ahead)).extracting(FeedEntry::uid).isEqualTo(written);
    assertThat(written.get(0)).isGreaterThan(1L << 32).isLessThan(1L << 53);
    long later = new Tenants(provision().owner()).createClosed("later", "Later", List.of());
    assertThat(serving.transaction(Tenant.SYSTEM, Tx::drawUid)).isGreaterThan(1L << 32);
    assertThat(serving.transaction(later, Tx::drawUid)).isGreaterThan(1L << 32);
  }

  @Test
  void it_costs_the_writer_no_call() {
    var plan =
        in(
            tx -> {
              var lines =
                  tx.query("explain verbose select tapline.feed_key()", row -> row.getString(1));
              return String.join("\n", lines);
            });
    assertThat(plan).contains("pg_current_xact_id()").doesNotContain("feed_");
  }

  @Test
  void the_serving_role_cannot_raise_it() {
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> in(tx -> tx.query("select tapline.raise_feed_epoch()", row -> 0)))
        .withMessageContaining("permission denied");
  }

  private Database provision() {
    return Database.provision(
        scratch.jdbcUrl(), scratch.user(), scratch.password(), ScratchStore.PASSWORDS);
  }

  /** As the engine's writer does it. */
  private long write() {
    return in(
        tx -> {
          long key = tx.query("select tapline.feed_key()", row -> row.getLong(1)).get(0);
          return InstanceRows.action(tx, null, key, 1);
        });
  }

  private List<FeedEntry> read(FeedCursor cursor) {
    while (lag() > 0) LockSupport.parkNanos(1_000_000);
    return in(tx -> new Feed(tx).after(cursor, 100, Long.MAX_VALUE).entries());
  }

  private long lag() {
    return in(tx -> new Feed(tx).lag());
  }

  private long epoch() {
    return in(tx -> tx.query("select tapline.feed_epoch()", row -> row.getLong(1)).get(0));
  }

  private int lives() throws SQLException {
    try (var connection = scratch.connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery("select count(*) from tapline.cluster_life")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private <T> T in(TapDb.Work<T> work) {
    return serving.transaction(tenant, work);
  }
}
