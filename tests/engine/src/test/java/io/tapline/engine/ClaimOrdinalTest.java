package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.request.ClaimBuilder;
import io.tapline.engine.testing.Await;
import io.tapline.tapdb.EuidMint;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * The claims of a request are numbered without a gap, because a repeated request finds them by the
 * first one.
 */
class ClaimOrdinalTest extends ClaimNextReports {

  @Test
  void a_candidate_that_changed_after_the_snapshot_leaves_no_gap() throws Exception {
    var robot = lab.worker("robot", 5);
    var subjects = lab.enqueue(QUEUE, 4);
    var first = begun(robot);
    var completion = completion(robot, first);
    var next = ClaimBuilder.builder(next(robot)).maxItems(2).build();
    try (var holder = test.admin();
        var other = test.admin()) {
      holder.setAutoCommit(false);
      execute(holder, "select 1 from tapline.subject where uid = " + uid(first) + " for update");
      var report =
          CompletableFuture.supplyAsync(
              () -> engine.report(lab.service, List.of(completion), next));
      // The statement has its snapshot and waits for the job that it ends.
      Await.until("the report waits", () -> waiting(other));
      execute(
          other,
          "update tapline.subject set priority = priority where tenant_id = "
              + lab.tenantId()
              + " and exec_queue_key = '"
              + QUEUE
              + "' and lease_uid is null and uid = (select min(uid) from tapline.subject"
              + " where tenant_id = "
              + lab.tenantId()
              + " and ready_queue_key = '"
              + QUEUE
              + "')");
      holder.rollback();
      var claimed = report.get(60, TimeUnit.SECONDS).claimed().orThrow();
      assertThat(claimed.claims())
          .extracting(ClaimAnswer.Item::subjectEuid)
          .containsExactly(subjects.get(1), subjects.get(2));
      var repeated = engine.report(lab.service, List.of(completion), next).claimed().orThrow();
      assertThat(repeated.replayed()).isTrue();
      assertThat(repeated.claims())
          .extracting(ClaimAnswer.Item::leaseEuid)
          .isEqualTo(claimed.claims().stream().map(ClaimAnswer.Item::leaseEuid).toList());
    }
    assertSound();
  }

  private static long uid(ClaimAnswer.Item item) {
    return EuidMint.uidOf(item.subjectEuid()).getAsLong();
  }

  private static boolean waiting(Connection connection) {
    try (var rows =
        connection
            .createStatement()
            .executeQuery(
                "select count(*) from pg_stat_activity where datname = current_database()"
                    + " and wait_event_type = 'Lock'")) {
      rows.next();
      return rows.getInt(1) == 1;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
