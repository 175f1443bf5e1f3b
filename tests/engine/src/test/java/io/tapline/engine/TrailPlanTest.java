package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ActionKey;
import io.tapline.api.request.Enqueue;
import io.tapline.engine.read.evidence.ActionFilter;
import io.tapline.engine.read.evidence.ActionFilterBuilder;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.Json;
import io.tapline.testkit.engine.EngineTest;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The cost of a page of the audit trail does not grow with the number of actions. */
@EngineTest(ownDatabase = true)
class TrailPlanTest extends InspectedTenantTest {

  private static final int PAGE = 50;

  /** More than are looked at for one page. */
  private static final int MANY = 6_000;

  private void enqueue(int count) {
    for (int done = 0; done < count; done += 1_000) {
      var commands = new ArrayList<Enqueue>();
      for (int i = 0; i < 1_000; i++) {
        commands.add(Enqueue.task(InspectedTenant.key(), QUEUE, Json.object()));
      }
      lab.engine().executeAll(lab.admin, commands);
    }
  }

  @Test
  void every_page_is_read_by_index_from_where_it_begins() throws SQLException {
    var subject = lab.enqueue("elsewhere");
    enqueue(1_000);
    long middle = place();
    enqueue(1_000);
    assertByIndex(plan("action/actions_before", Long.MAX_VALUE, null));
    assertByIndex(plan("action/actions_before", middle, null));
    var own = plan("action/actions_of_before", Long.MAX_VALUE, subject);
    assertByIndex(own);
    assertThat(PreparedSql.rowsRead(own)).isLessThan(10);
  }

  @Test
  void how_an_object_came_to_be_is_read_by_index() throws SQLException {
    enqueue(1_000);
    var subject = lab.enqueue(QUEUE);
    var uid = EuidMint.uidOf(subject).orElseThrow();
    try (var connection = test.serving().getConnection()) {
      var plan =
          new PreparedSql(
                  connection,
                  lab.tenantId(),
                  "lineage/made_by",
                  Map.of("uids", "'{" + uid + "}'::bigint[]"))
              .explain();
      assertThat(PreparedSql.rowsRead(plan)).as(plan.toPrettyString()).isLessThan(20);
    }
  }

  private static void assertByIndex(JsonNode plan) {
    assertThat(PreparedSql.scans(plan)).isNotEmpty().allMatch(scan -> scan.startsWith("Index"));
    // Each action of the page with its template, its subject and the template of the subject, which
    // the identifiers follow from, and with its build.
    assertThat(PreparedSql.rowsRead(plan)).as(plan.toPrettyString()).isLessThanOrEqualTo(5 * PAGE);
    assertThat(PreparedSql.blocks(plan)).as(plan.toPrettyString()).isLessThan(PAGE * 10);
  }

  /** Each filter looks at so many actions and then hands back what it has, and where to go on. */
  @Test
  void a_filter_that_nothing_fits_gives_up_for_this_page_and_says_where_to_go_on() {
    enqueue(MANY);
    for (var filter :
        new ActionFilter[] {
          ActionFilterBuilder.builder().action(ActionKey.CANCEL_SUBJECT_EXECUTION).build(),
          ActionFilterBuilder.builder().actor("nobody").build(),
          ActionFilterBuilder.builder().queueKey("no such queue").build()
        }) {
      var reads = lab.engine().reads().actions();
      var first = reads.page(lab.tenantId(), filter, PAGE, null);
      assertThat(first.items()).isEmpty();
      assertThat(first.nextCursor()).isNotNull();
      var rest = reads.page(lab.tenantId(), filter, PAGE, first.nextCursor());
      assertThat(rest.items()).isEmpty();
      assertThat(rest.nextCursor()).isNull();
    }
  }

  /** A place in the feed that lies between what was done before and what comes now. */
  private long place() throws SQLException {
    try (var connection = test.serving().getConnection();
        var query = connection.createStatement();
        var row = query.executeQuery("select pg_current_xact_id()::text::bigint")) {
      row.next();
      return row.getLong(1);
    }
  }

  private JsonNode plan(String statement, long feedKey, String subject) throws SQLException {
    var parameters = new HashMap<String, String>();
    parameters.put("feed_key", "'" + feedKey + "'::bigint");
    parameters.put("action_uid", "'" + Long.MAX_VALUE + "'::bigint");
    parameters.put("limit", "'" + PAGE + "'::integer");
    parameters.put("bytes", "'" + Long.MAX_VALUE + "'::bigint");
    if (subject != null) {
      parameters.put("object", "'" + EuidMint.uidOf(subject).orElseThrow() + "'::bigint");
    }
    try (var connection = test.serving().getConnection()) {
      return new PreparedSql(connection, lab.tenantId(), statement, parameters).explain();
    }
  }
}
