package io.tapline.tapdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PulsePartitionsTest {

  private final ScratchStore store = new ScratchStore();
  private final PulsePartitions partitions = new PulsePartitions(store.database().owner());

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void today_and_the_next_days_are_made_once() throws SQLException {
    var made = partitions.makeAhead();
    assertThat(made).hasSize(PulsePartitions.DAYS_AHEAD + 1).contains(name(today().plusDays(1)));
    assertThat(partitions.makeAhead()).isEmpty();
    assertThat(daily()).isEqualTo(made);
  }

  @Test
  void servers_that_run_it_at_once_make_each_once() throws Exception {
    var pool = Executors.newFixedThreadPool(6);
    try {
      var runs =
          IntStream.range(0, 6)
              .<Callable<List<String>>>mapToObj(i -> partitions::makeAhead)
              .toList();
      var made = new ArrayList<String>();
      for (var run : pool.invokeAll(runs)) made.addAll(run.get());
      assertThat(made).doesNotHaveDuplicates().hasSize(PulsePartitions.DAYS_AHEAD + 1);
    } finally {
      pool.shutdown();
    }
  }

  @Test
  void a_pulse_goes_to_the_partition_of_its_day_and_stays_in_the_feed_and_the_index()
      throws SQLException {
    partitions.makeAhead();
    pulse();
    assertThat(store.adminCount("select count(*) from tapline.instance_pulse_default")).isZero();
    assertThat(store.adminCount("select count(*) from tapline.instance_pulse")).isEqualTo(1);
    assertThat(indexes(name(today().plusDays(1))))
        .isEqualTo(indexes("instance_pulse"))
        .isPositive();
  }

  private long indexes(String table) throws SQLException {
    return store.adminCount("select count(*) from pg_indexes where tablename = '" + table + "'");
  }

  @Test
  void a_new_partition_has_the_walls_and_no_grants() throws SQLException {
    for (var name : partitions.makeAhead()) {
      assertThat(
              store.adminCount(
                  "select count(*) from pg_class c where relname = '"
                      + name
                      + "' and relrowsecurity and relforcerowsecurity and (relacl is null or not"
                      + " exists (select from aclexplode(relacl) a where a.grantee <> c.relowner))"
                      + " and exists (select from pg_trigger t where t.tgrelid = c.oid) and exists"
                      + " (select from pg_policy p where p.polrelid = c.oid)"))
          .as(name)
          .isEqualTo(1);
    }
  }

  @Test
  void only_days_wholly_past_their_retention_are_dropped() throws SQLException {
    partitions.makeAhead();
    for (int ago : List.of(9, 8, 7, 1)) past(today().minusDays(ago));
    // Ends at the start of "7 days ago"; the next one ends within the seven days.
    assertThat(partitions.dropOlderThan(Duration.ofDays(7)))
        .containsExactly(name(today().minusDays(9)), name(today().minusDays(8)));
    assertThat(partitions.dropOlderThan(Duration.ofDays(7))).isEmpty();
    assertThat(partitions.dropOlderThan(Duration.ZERO))
        .containsExactly(name(today().minusDays(7)), name(today().minusDays(1)));
    assertThat(daily()).hasSize(PulsePartitions.DAYS_AHEAD + 1);
  }

  @Test
  void a_partition_with_another_name_is_never_dropped() throws SQLException {
    store.asAdmin(
        "create table tapline.instance_pulse_archive partition of tapline.instance_pulse"
            + " for values from ('2001-01-01') to ('2002-01-01')");
    assertThat(partitions.dropOlderThan(Duration.ZERO)).isEmpty();
    assertThat(
            store.adminCount(
                "select count(*) from pg_class where relname = 'instance_pulse_archive'"))
        .isEqualTo(1);
    assertThat(
            store.adminCount(
                "select count(*) from pg_class where relname = 'instance_pulse_default'"))
        .isEqualTo(1);
  }

  @Test
  void upkeep_that_comes_late_leaves_the_days_rows_in_the_default_and_makes_the_others()
      throws SQLException {
    long pulse = pulse();
    assertThat(store.adminCount("select count(*) from tapline.instance_pulse_default"))
        .isEqualTo(1);
    assertThat(partitions.makeAhead())
        .hasSize(PulsePartitions.DAYS_AHEAD)
        .doesNotContain(name(today()));
    assertThat(store.adminCount("select uid from tapline.instance_pulse_default")).isEqualTo(pulse);
  }

  @Test
  void rows_left_in_the_default_are_retired_too_whosever_they_are() throws SQLException {
    long other = store.tenants().create("other", "Other", List.of());
    for (long tenant : List.of(store.tenant(), other)) {
      store.asAdmin(
          "insert into tapline.instance_pulse (tenant_id, storage_class, uid, template_uid, euid,"
              + " json_addl, created_dt, modified_dt) select "
              + tenant
              + ", 'pulse', i, 1, 'x', '{}', now() - i * interval '1 day', now() from"
              + " generate_series(0, 9) i");
    }
    assertThat(partitions.sweepDefault(Duration.ofDays(7))).isEqualTo(2 * 3);
    assertThat(partitions.sweepDefault(Duration.ofDays(7))).isZero();
    assertThat(store.adminCount("select count(*) from tapline.instance_pulse_default"))
        .isEqualTo(14);
    assertThat(
            store.adminCount(
                "select count(*) from pg_class where relname = 'instance_pulse_default' and"
                    + " relforcerowsecurity"))
        .isEqualTo(1);
  }

  @Test
  void a_test_clock_moves_no_partition() throws SQLException {
    store.asAdmin("select tapline.advance_clock(864000)");
    assertThat(partitions.makeAhead()).contains(name(today().plusDays(1)));
    assertThat(partitions.dropOlderThan(Duration.ofDays(1))).isEmpty();
  }

  @Test
  void parents_get_statistics() throws SQLException {
    pulse();
    store.asAdmin("analyze tapline.subject");
    partitions.analyzeParents();
    assertThat(
            store.adminCount(
                "select count(distinct tablename) from pg_stats where schemaname = 'tapline' and"
                    + " inherited and tablename in ('instance', 'instance_pulse')"))
        .isEqualTo(2);
  }

  @Test
  void a_negative_retention_is_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> partitions.dropOlderThan(Duration.ofDays(-1)));
  }

  private long pulse() {
    return store.serving().transaction(store.tenant(), tx -> InstanceRows.pulse(tx, 7, 1));
  }

  private void past(LocalDate day) throws SQLException {
    store.asAdmin(
        "create table tapline.%s partition of tapline.instance_pulse for values from ('%s 00:00+00') to ('%s 00:00+00')"
            .formatted(name(day), day, day.plusDays(1)),
        "alter table tapline." + name(day) + " owner to " + Database.OWNER_ROLE);
  }

  private List<String> daily() throws SQLException {
    try (var admin = store.admin();
        var rows =
            admin
                .createStatement()
                .executeQuery(
                    "select relname from pg_class where relkind = 'r' and relname ~"
                        + " '^instance_pulse_[0-9]{8}$' order by 1")) {
      var names = new ArrayList<String>();
      while (rows.next()) names.add(rows.getString(1));
      return names;
    }
  }

  private static LocalDate today() {
    return LocalDate.now(ZoneOffset.UTC);
  }

  private static String name(LocalDate day) {
    return "instance_pulse_" + DateTimeFormatter.BASIC_ISO_DATE.format(day);
  }
}
