package io.tapline.bench.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.bench.TestBench;
import io.tapline.bench.site.EngineSite;
import org.junit.jupiter.api.Test;

class BenchDatabaseTest {

  @Test
  void each_index_of_a_row_is_one_entry_although_its_page_is_split() {
    try (var database = BenchDatabase.create(TestBench.server(), "entries")) {
      database.execute("create table t (n integer primary key, m integer)");
      database.execute("create index on t ((m + 1))");
      database.execute("create index on t (m) where m < 0");
      var before = database.usage();

      database.execute("insert into t select i, i * 7919 % 5000 from generate_series(1, 5000) i");

      // The catalog has a few more, when autovacuum is at work.
      assertThat(database.indexEntries(before, database.usage())).isBetween(10_000L, 10_200L);
    }
  }

  @Test
  void the_disk_of_tapline_grows_with_its_tables() {
    try (var database = BenchDatabase.copy(TestBench.server(), "disk", EngineSite::provision)) {
      long before = database.diskBytes();
      database.execute(
          "create table tapline.t as select repeat('x', 500) from generate_series(1, 1000)");

      assertThat(database.diskBytes() - before).isBetween(500_000L, 2_000_000L);
    }
  }

  @Test
  void the_processor_time_of_a_session_is_counted_while_it_is_open() throws Exception {
    try (var database = BenchDatabase.create(TestBench.server(), "sessions");
        var session = database.connect()) {
      var before = database.sessionNanos();

      session.createStatement().execute("select count(*) from generate_series(1, 1000000)");

      assertThat(database.sessionNanos()).isGreaterThan(before);
    }
  }
}
