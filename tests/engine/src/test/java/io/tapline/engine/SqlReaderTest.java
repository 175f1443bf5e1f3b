package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.Tenants;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The views that a reader of a tenant can query by SQL, and the queries of the guide. */
class SqlReaderTest extends InspectedTenantTest {

  @BeforeEach
  void open() {
    new Tenants(test.owner()).openToSql(lab.tenantId());
  }

  @Test
  void the_guide_tells_how_a_tenants_key_becomes_its_roles() throws Exception {
    var guide = Files.readString(Path.of("../..", "docs", "guide", "sql.md"));
    int from = guide.indexOf("select t.object_key as tenant");
    var query = guide.substring(from, guide.indexOf(";", from));
    var reader = new Tenants(test.owner()).readerRole(lab.tenantId());
    var roles = new ArrayList<String>();
    try (var admin = test.admin();
        var statement = admin.createStatement();
        var rows = statement.executeQuery(query)) {
      while (rows.next()) {
        roles.add(rows.getString("reader"));
        assertThat(rows.getString("producer"))
            .isEqualTo(rows.getString("reader").replace("reader", "producer"));
      }
    }
    assertThat(roles).contains(reader);
  }

  @Test
  void the_guides_queries_tell_a_tenants_reader_the_story_of_its_work() throws Exception {
    var subject = lab.enqueue(QUEUE);
    lab.complete(worker, lab.claimAndStart(worker, QUEUE));
    InspectedTenant.in(test).queue(QUEUE).enqueue(QUEUE);
    var guide = Files.readString(Path.of("../..", "docs", "guide", "sql.md"));
    var told = new ArrayList<List<String>>();
    try (var admin = test.admin();
        var statement = admin.createStatement()) {
      statement.execute("set role " + new Tenants(test.owner()).readerRole(lab.tenantId()));
      var part = guide.substring(guide.indexOf("## Reading evidence"));
      for (var block : part.split("```sql\n")) {
        if (block.startsWith("select")) {
          var query =
              block
                  .substring(0, block.indexOf(";"))
                  .replace("S-1", subject)
                  .replace("'ada'", "'" + lab.operator.principal() + "'");
          var rows = new ArrayList<String>();
          try (var found = statement.executeQuery(query)) {
            while (found.next()) {
              rows.add(found.getString(2) + " " + found.getString(3));
            }
          }
          told.add(rows);
        }
      }
    }
    assertThat(told).hasSize(3);
    assertThat(told.get(0))
        .extracting(row -> row.split(" ")[0])
        .containsExactly("enqueue_subject", "claim_queue_item", "complete_queue_execution");
    assertThat(told.get(1)).singleElement().asString().endsWith(" SUCCEEDED");
    assertThat(told.get(2)).contains("enqueue_subject " + subject);
  }

  @Test
  void the_views_say_what_the_projections_say_and_a_tenants_reader_sees_its_own_only()
      throws SQLException {
    lab.enqueue(QUEUE);
    lab.enqueue(QUEUE);
    lab.enqueue(QUEUE);
    asOperator(SqlEnqueueCase.job(Json.object().put("executor", "DOT")));
    asOperator(
        SqlEnqueueCase.job(Json.object().put("executor", "Agent").put("bulky", "x".repeat(2_000))));
    var claims = lab.claim(worker, QUEUE, 3, false).claims();
    lab.start(worker, claims.get(0));
    lab.complete(worker, claims.get(1));
    lab.fail(worker, claims.get(2), io.tapline.api.ErrorClass.PERMANENT_INPUT);
    InspectedTenant.in(test).queue(QUEUE).enqueue(QUEUE);
    try (var admin = test.admin();
        var statement = admin.createStatement()) {
      statement.execute("set role " + new Tenants(test.owner()).readerRole(lab.tenantId()));
      var seen = new ArrayList<String>();
      try (var rows = statement.executeQuery("select * from tapline.v_job")) {
        while (rows.next()) {
          seen.add(rows.getString("status"));
          var job = lab.engine().reads().substrate().one(lab.tenantId(), rows.getString("job_id"));
          assertThat(job.status()).isEqualTo(rows.getString("status"));
          assertThat(job.kind()).isEqualTo(rows.getString("job_kind"));
          assertThat(job.lastError()).isEqualTo(rows.getString("last_error"));
          assertThat(job.executor()).isEqualTo(rows.getString("executor"));
          var until = rows.getObject("leased_until", OffsetDateTime.class);
          assertThat(job.leasedUntil()).isEqualTo(until == null ? null : until.toInstant());
        }
      }
      assertThat(seen)
          .containsExactlyInAnyOrder(
              "queued", "queued", "queued", "in_progress", "succeeded", "dead_letter");
      try (var health = statement.executeQuery("select tapline.fn_job_queue_health()::text")) {
        health.next();
        var told = Json.parse(health.getString(1));
        assertThat(told.path("backlog").asInt()).isEqualTo(3);
        assertThat(told.path("in_progress").asInt()).isEqualTo(1);
        assertThat(told.path("dead_letter_open").asInt()).isEqualTo(1);
        assertThat(told.path("lease_active").asInt()).isEqualTo(1);
      }
    }
  }
}
