package io.tapline.tapdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tapline.tapdb.Traversal.Direction;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LineageTest {

  private static final ScratchStore STORE = new ScratchStore();
  private static final Instant NOW = Instant.parse("2026-01-05T12:00:00Z");

  @AfterAll
  static void close() {
    STORE.close();
  }

  @Test
  void a_link_is_seen_from_both_ends() {
    in(
        tx -> {
          long parent = InstanceRows.uid(tx);
          long child = InstanceRows.uid(tx);
          var link = new Link(parent, "holds", child);
          assertThat(new Lineage(tx).link(List.of(link), NOW)).isEqualTo(1);
          assertThat(new Lineage(tx).children(parent, 10)).containsExactly(link);
          assertThat(new Lineage(tx).parents(child, 10)).containsExactly(link);
          assertThat(new Lineage(tx).parents(parent, 10)).isEmpty();
          return 0;
        });
  }

  @Test
  void a_link_is_there_once_and_each_relationship_is_a_link_of_its_own() {
    in(
        tx -> {
          long a = InstanceRows.uid(tx);
          long b = InstanceRows.uid(tx);
          var holds = new Link(a, "holds", b);
          var names = new Link(a, "names", b);
          assertThat(new Lineage(tx).link(List.of(holds, holds, names), NOW)).isEqualTo(2);
          assertThat(new Lineage(tx).link(List.of(names, holds), NOW)).isZero();
          assertThat(new Lineage(tx).children(a, 10)).containsExactly(holds, names);
          return 0;
        });
  }

  @Test
  void nothing_to_link_is_no_error() {
    int added = in(tx -> new Lineage(tx).link(List.of(), NOW));
    assertThat(added).isZero();
  }

  @Test
  void more_links_than_one_statement_takes_are_all_written() {
    in(
        tx -> {
          long hub = InstanceRows.uid(tx);
          var links =
              LongStream.rangeClosed(1, 2_500).mapToObj(i -> new Link(hub, "holds", -i)).toList();
          assertThat(new Lineage(tx).link(links, NOW)).isEqualTo(2_500);
          assertThat(new Lineage(tx).children(hub, Lineage.MAX_LINKS)).hasSize(2_500);
          assertThat(new Lineage(tx).children(hub, 7)).hasSize(7);
          return 0;
        });
  }

  @Test
  void nothing_is_its_own_child() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Link(7, "holds", 7))
        .withMessageContaining("7");
  }

  @Test
  void the_database_too_refuses_a_self_link() {
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(
            () ->
                in(
                    tx ->
                        tx.update(
                            "insert into tapline.lineage_link values (?, 7, 'holds', 7,"
                                + " tapline.clock())",
                            tx.tenantId())))
        .withMessageContaining("no_self_link");
  }

  @Test
  void the_links_of_a_claim_are_ordinary_links() {
    in(
        tx -> {
          long subject = InstanceRows.subject(tx);
          long worker = InstanceRows.registry(tx);
          long queue = InstanceRows.registry(tx);
          var attempt = InstanceRows.attempt(tx, subject, worker, queue);
          long lease = attempt.lease();
          long record = attempt.record();
          long action = InstanceRows.action(tx, subject, 1, 1);
          var lineage = new Lineage(tx);
          assertThat(lineage.children(subject, 10))
              .containsExactly(
                  new Link(subject, "execution_subject_lease", lease),
                  new Link(subject, "execution_subject_record", record));
          assertThat(lineage.parents(subject, 10))
              .containsExactlyInAnyOrder(
                  new Link(attempt.action(), "executed_on", subject),
                  new Link(action, "executed_on", subject));
          assertThat(lineage.parents(record, 10))
              .containsExactly(
                  new Link(lease, "execution_lease_record", record),
                  new Link(queue, "execution_queue_record", record),
                  new Link(subject, "execution_subject_record", record),
                  new Link(worker, "execution_worker_record", record));
          assertThat(lineage.parents(lease, 10))
              .extracting(Link::relationship)
              .containsExactly(
                  "execution_queue_lease", "execution_subject_lease", "execution_worker_lease");
          return 0;
        });
  }

  /** It has no entry in the index of uids. */
  @Test
  void an_ending_that_follows_its_claim_is_found_by_its_lease() {
    in(
        tx -> {
          long subject = InstanceRows.subject(tx);
          var attempt =
              InstanceRows.attempt(
                  tx, subject, InstanceRows.registry(tx), InstanceRows.registry(tx));
          long ending = attempt.lease() + 3;
          InstanceRows.action(tx, subject, 2, 2);
          tx.update(
              "insert into tapline.fact_row (tenant_id, uid, template_uid, at, subject_uid,"
                  + " executed_on_uid, feed_key, action_key, lease_uid, ending) values (?, ?, 1,"
                  + " tapline.clock(), ?, ?, 3, 'test', ?, 'C')",
              tx.tenantId(),
              ending,
              subject,
              subject,
              attempt.lease());
          assertThat(new Lineage(tx).children(ending, 10))
              .containsExactly(new Link(ending, "executed_on", subject));
          return 0;
        });
  }

  @Test
  void a_pulse_is_linked_like_any_action_and_comes_after_what_is_rarer() {
    in(
        tx -> {
          long subject = InstanceRows.subject(tx);
          long renewal = InstanceRows.pulse(tx, subject, 1);
          long action = InstanceRows.action(tx, subject, 1, 1);
          var lineage = new Lineage(tx);
          assertThat(lineage.parents(subject, 10))
              .containsExactlyInAnyOrder(
                  new Link(action, "executed_on", subject),
                  new Link(renewal, "executed_on", subject));
          assertThat(lineage.parents(subject, 1)).extracting(Link::parentUid).containsOnly(action);
          assertThat(lineage.children(renewal, 10))
              .containsExactly(new Link(renewal, "executed_on", subject));
          return 0;
        });
  }

  @Test
  void an_action_on_nothing_has_no_link() {
    in(
        tx -> {
          long action = InstanceRows.action(tx, null, 1, 1);
          assertThat(new Lineage(tx).children(action, 10)).isEmpty();
          return 0;
        });
  }

  @Test
  void a_walk_goes_nearest_first_in_both_directions_and_visits_each_object_once() {
    in(
        tx -> {
          long[] at = LongStream.range(0, 5).map(i -> uid(tx)).toArray();
          // A diamond with a tail: 0 -> 1, 2; 1, 2 -> 3; 3 -> 4.
          link(tx, at[0], at[1], at[0], at[2], at[1], at[3], at[2], at[3], at[3], at[4]);
          var down = new Lineage(tx).traverse(at[0], Direction.TO_CHILDREN, 16, 100);
          assertThat(down.objects()).containsExactly(at[1], at[2], at[3], at[4]);
          assertThat(down.links()).hasSize(5);
          assertThat(down.truncated()).isFalse();
          var up = new Lineage(tx).traverse(at[4], Direction.TO_PARENTS, 16, 100);
          assertThat(up.objects()).containsExactly(at[3], at[1], at[2], at[0]);
          return 0;
        });
  }

  @Test
  void a_walk_in_a_ring_ends() {
    in(
        tx -> {
          long a = uid(tx);
          long b = uid(tx);
          long c = uid(tx);
          link(tx, a, b, b, c, c, a);
          var walk = new Lineage(tx).traverse(a, Direction.TO_CHILDREN, 16, 100);
          assertThat(walk.objects()).containsExactly(b, c);
          assertThat(walk.links()).hasSize(3);
          assertThat(walk.truncated()).isFalse();
          return 0;
        });
  }

  @Test
  void depth_ends_a_walk_and_says_so_only_if_there_was_more() {
    in(
        tx -> {
          var chain = chain(tx, 4);
          var lineage = new Lineage(tx);
          var short_ = lineage.traverse(chain.get(0), Direction.TO_CHILDREN, 2, 100);
          assertThat(short_.objects()).containsExactly(chain.get(1), chain.get(2));
          assertThat(short_.truncated()).isTrue();
          var exact = lineage.traverse(chain.get(0), Direction.TO_CHILDREN, 3, 100);
          assertThat(exact.objects()).hasSize(3);
          assertThat(exact.truncated()).isFalse();
          return 0;
        });
  }

  @Test
  void size_ends_a_walk_and_says_so_only_if_there_was_more() {
    in(
        tx -> {
          long hub = uid(tx);
          for (int i = 0; i < 5; i++) link(tx, hub, uid(tx));
          var lineage = new Lineage(tx);
          assertThat(lineage.traverse(hub, Direction.TO_CHILDREN, 16, 5).truncated()).isFalse();
          var four = lineage.traverse(hub, Direction.TO_CHILDREN, 16, 4);
          assertThat(four.objects()).hasSize(4);
          assertThat(four.truncated()).isTrue();
          return 0;
        });
  }

  @Test
  void the_deepest_walk_that_is_allowed_sees_so_deep_and_no_deeper() {
    in(
        tx -> {
          var chain = chain(tx, Lineage.MAX_DEPTH + 2);
          var walk =
              new Lineage(tx)
                  .traverse(
                      chain.get(0), Direction.TO_CHILDREN, Lineage.MAX_DEPTH, Lineage.MAX_OBJECTS);
          assertThat(walk.objects()).hasSize(Lineage.MAX_DEPTH);
          assertThat(walk.truncated()).isTrue();
          return 0;
        });
  }

  @Test
  void limits_out_of_bounds_are_refused() {
    in(
        tx -> {
          var lineage = new Lineage(tx);
          assertThatIllegalArgumentException().isThrownBy(() -> lineage.children(1, 0));
          assertThatIllegalArgumentException()
              .isThrownBy(() -> lineage.parents(1, Lineage.MAX_LINKS + 1));
          assertThatIllegalArgumentException()
              .isThrownBy(
                  () -> lineage.traverse(1, Direction.TO_CHILDREN, Lineage.MAX_DEPTH + 1, 1));
          assertThatIllegalArgumentException()
              .isThrownBy(
                  () -> lineage.traverse(1, Direction.TO_CHILDREN, 1, Lineage.MAX_OBJECTS + 1));
          return 0;
        });
  }

  @ParameterizedTest
  @CsvSource({
    "lineage/lineage_children, lineage_link_pkey, lease_of_subject",
    "lineage/lineage_parents, lineage_link_child, action_executed_on"
  })
  void a_look_at_links_reads_no_table_from_end_to_end(
      String statement, String index, String another) throws SQLException {
    var sql = NamedSql.load(Lineage.class, statement);
    STORE.asAdmin(
        """
        insert into tapline.instance (tenant_id, storage_class, uid, template_uid, euid, json_addl, created_dt,
          modified_dt, subject_uid, worker_uid, queue_uid, feed_key, actor_uid)
        select %1$d, s, 1000000 * k + i, 1, 'x', '{"properties": {}}', now(), now(),
          7000000 + i, 8000000 + i %% 50, 9000000 + i %% 20, i, 5000000 + i %% 30
        from unnest(array['record', 'pulse']) with ordinality as c (s, k), generate_series(1, 5000) i
        on conflict do nothing
        """
            .formatted(STORE.tenant()),
        """
        insert into tapline.attempt (tenant_id, uid, record_uid, created_dt, subject_uid,
          worker_uid, queue_uid, action_uid, feed_key, actor_uid)
        select %1$d, 11000000 + 4 * i, 11000001 + 4 * i, now(), 7000000 + i, 8000000 + i %% 50,
          9000000 + i %% 20, 11000002 + 4 * i, i, 5000000 + i %% 30
        from generate_series(1, 5000) i on conflict do nothing
        """
            .formatted(STORE.tenant()),
        """
        insert into tapline.fact_row (tenant_id, uid, template_uid, at, action_key, subject_uid, executed_on_uid, actor_uid,
          feed_key)
        select %1$d, 4000000 + i, 1, now(), 'test', 7000000 + i, 7000000 + i, 5000000 + i %% 30, i
        from generate_series(1, 5000) i on conflict do nothing
        """
            .formatted(STORE.tenant()),
        """
        insert into tapline.lineage_link
        select %1$d, 7000000 + i, 'holds', 6000000 + i, now() from generate_series(1, 5000) i on conflict do nothing
        """
            .formatted(STORE.tenant()),
        "analyze");
    in(
        tx -> {
          for (long[] from :
              List.of(new long[] {7_000_123}, new long[] {7_000_001, 7_000_002, 7_000_003})) {
            var asked = Map.of("tenant", tx.tenantId(), "uids", from, "limit", 100);
            var plan = QueryPlan.explain(tx, sql.text(), sql.arguments(asked));
            assertThat(plan).doesNotContain("Seq Scan").contains(index, another);
            // Each branch is entered by the uid that was asked for, not just by the tenant.
            assertThat(plan.lines().filter(line -> line.contains("Index Cond")))
                .isNotEmpty()
                .allMatch(line -> line.contains("uid = ") || line.contains("uid >= "));
          }
          return 0;
        });
  }

  /** One plan for a queue with a million leases and for a subject with one is wrong for one. */
  @Test
  void links_are_planned_for_the_objects_at_hand_and_nothing_else_is() {
    in(
        tx -> {
          var usual = mode(tx);
          // So often that the driver has the statements prepared.
          for (int i = 0; i < 10; i++) {
            new Lineage(tx).children(uid(tx), 10);
            new Lineage(tx).parents(uid(tx), 10);
          }
          var plans =
              tx.query(
                  "select custom_plans > 0 and generic_plans = 0 from pg_prepared_statements"
                      + " where statement like '%from tapline.generic_instance_lineage%'",
                  row -> row.getBoolean(1));
          assertThat(plans).hasSize(2).containsOnly(true);
          assertThat(mode(tx)).isEqualTo(usual);
          return 0;
        });
  }

  private static String mode(Tx tx) throws SQLException {
    return tx.query("show plan_cache_mode", row -> row.getString(1)).get(0);
  }

  private static List<Long> chain(Tx tx, int length) throws SQLException {
    var chain = new ArrayList<Long>();
    for (int i = 0; i < length; i++) {
      chain.add(uid(tx));
      if (i > 0) link(tx, chain.get(i - 1), chain.get(i));
    }
    return chain;
  }

  private static void link(Tx tx, long... pairs) throws SQLException {
    var links = new ArrayList<Link>();
    for (int i = 0; i < pairs.length; i += 2) links.add(new Link(pairs[i], "holds", pairs[i + 1]));
    new Lineage(tx).link(links, NOW);
  }

  private static long uid(Tx tx) {
    try {
      return InstanceRows.uid(tx);
    } catch (SQLException e) {
      throw new StoreException(e);
    }
  }

  private static <T> T in(TapDb.Work<T> work) {
    return STORE.serving().transaction(STORE.tenant(), work);
  }
}
