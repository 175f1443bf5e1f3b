package io.tapline.tapdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/**
 * Under row-level security only leakproof comparisons reach an index: the walls must not cost a
 * scan.
 */
class IndexWallTest extends WallTest {

  @Test
  void the_order_of_a_queue_is_read_from_its_index_as_the_serving_role() throws SQLException {
    store.asAdmin(
        """
        insert into tapline.subject (tenant_id, uid, template_uid, exec_state, ready_queue_key, priority, visible_from,
          created_dt, modified_dt)
        select %d, 1000000 + i, 1, 'R', 'q' || i %% 4, i %% 10, '2026-01-05T12:00:00.000000Z', now(), now()
        from generate_series(1, 20000) i
        """
            .formatted(theirs.tenant()),
        "analyze tapline.subject");
    try (var connection = serving(theirs.tenant())) {
      var plan = new ArrayList<String>();
      try (var rows =
          connection
              .createStatement()
              .executeQuery(
                  "explain select uid from tapline.subject where tenant_id = %d and ready_queue_key = 'q1'"
                          .formatted(theirs.tenant())
                      + " and visible_from <= '2026-02-01T00:00:00.000000Z' order by priority desc,"
                      + " due_at, visible_from, uid limit 20 for update skip"
                      + " locked")) {
        while (rows.next()) plan.add(rows.getString(1));
      }
      var text = String.join("\n", plan);
      assertThat(text)
          .contains("using subject_ready_order")
          .doesNotContain("Sort")
          .doesNotContain("Seq Scan");
      assertThat(text).containsPattern("Index Cond: .*ready_queue_key = 'q1'");
    }
  }
}
