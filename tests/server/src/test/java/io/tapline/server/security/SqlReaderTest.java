package io.tapline.server.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.Tenants;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The data that a reader of a tenant can access by SQL. */
class SqlReaderTest {

  /** Fields with such a name contain a credential, or a value derived from one. */
  private static final Pattern SECRET = Pattern.compile("lease_token|secret.*|sealed.*");

  @Test
  void a_reader_sees_no_secret_and_all_of_its_views() throws SQLException {
    try (var tapline = TestTapline.start()) {
      var lab = new TenantApi(tapline, "acme");
      var queue = lab.queue();
      var subject = lab.enqueue(queue);
      lab.claimOne(lab.worker(), queue);
      lab.webhook();
      var callback =
          TenantApi.body("queue_key", queue, "secret", "abcdefghij".repeat(4), "reason", "r");
      lab.admin.post("actions/set-callback-secret", callback).ok();
      var token = TenantApi.body("name", "robot", "roles", List.of("operator"), "reason", "work");
      var made = lab.admin.post("/api/v1/tokens", token).ok().path("token").asString();
      SessionBrowser.login(tapline.address(), made);
      var role =
          new Tenants(tapline.server().database().owner()).readerRole(tapline.tenantId("acme"));

      try (var connection = tapline.scratch().connect()) {
        var secrets = new ArrayList<String>();
        for (var document : texts(connection, "select json_addl from tapline.generic_instance")) {
          collect(Json.parse(document), secrets);
        }
        // A lease's, a webhook's, a queue's, a token's and a session's.
        assertThat(secrets).hasSizeGreaterThanOrEqualTo(5);
        execute(connection, "set role " + role);

        var seen = String.join("\n", everything(connection));
        assertThat(seen).contains(subject);
        for (var secret : secrets) {
          assertThat(seen).doesNotContain(secret);
        }
        assertThat(texts(connection, "select status from tapline.v_job")).containsExactly("leased");
        assertThat(
                texts(
                    connection,
                    "select relationship from tapline.generic_instance_lineage l"
                        + " join tapline.instance_lease i on i.uid = l.child_uid"))
            .contains("execution_subject_lease", "execution_queue_lease");
        assertThat(texts(connection, "select tapline.fn_job_queue_health() ->> 'lease_active'"))
            .containsExactly("1");
      }
    }
  }

  private static void collect(JsonNode node, List<String> secrets) {
    node.propertyStream()
        .forEach(
            field -> {
              var value = field.getValue();
              if (value.isString() && SECRET.matcher(field.getKey()).matches()) {
                secrets.add(value.asString());
              }
              collect(value, secrets);
            });
    if (node.isArray()) {
      node.forEach(item -> collect(item, secrets));
    }
  }

  /** Every row of every table and view, with the columns that may be read. */
  private static List<String> everything(Connection connection) throws SQLException {
    var readable =
        texts(
            connection,
            "select format('select row(%s)::text from %s', string_agg(quote_ident(a.attname), ','),"
                + " c.oid::regclass) from pg_class c join pg_attribute a on a.attrelid = c.oid"
                + " and a.attnum > 0 and not a.attisdropped where c.relnamespace ="
                + " 'tapline'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')"
                + " and has_column_privilege(c.oid, a.attnum, 'select') group by c.oid");
    assertThat(readable).hasSizeGreaterThan(5);
    var rows = new ArrayList<String>();
    for (var query : readable) {
      rows.addAll(texts(connection, query));
    }
    return rows;
  }

  private static List<String> texts(Connection connection, String query) throws SQLException {
    var found = new ArrayList<String>();
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      while (rows.next()) {
        found.add(rows.getString(1));
      }
    }
    return found;
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
