package io.tapline.server.conversation;

import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.Tenants;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Logins of PostgreSQL that may read one tenant, or enqueue for it, and nothing else. */
final class SqlLogin {

  private static final String READER = "reader";
  private static final String PRODUCER = "producer";

  private static final String GRANTED =
      """
      with roles as (select oid from pg_roles where rolname in (?, ?))
      select c.relname from pg_class c, aclexplode(c.relacl) a
        where c.relnamespace = 'tapline'::regnamespace and a.grantee in (select oid from roles)
      union
      select c.relname from pg_class c
        join pg_attribute t on t.attrelid = c.oid, aclexplode(t.attacl) a
        where c.relnamespace = 'tapline'::regnamespace and a.grantee in (select oid from roles)
      union
      select p.proname from pg_proc p, aclexplode(p.proacl) a
        where p.pronamespace = 'tapline'::regnamespace and a.grantee in (select oid from roles)
      union
      select p.proname from pg_proc p
        where p.pronamespace = 'tapline'::regnamespace and p.proname like 'fn\\_%'
      order by 1
      """;

  private final TestTapline tapline;
  private final long tenantId;

  SqlLogin(TestTapline tapline, String tenant) {
    this.tapline = tapline;
    this.tenantId = tapline.tenantId(tenant);
  }

  /** Roles belong to the whole cluster, tenants to one database, so names say both. */
  private String name(String who) {
    return tapline.scratch().name() + "_" + who + "_" + tenantId;
  }

  List<String> names() {
    return List.of(name(READER), name(PRODUCER));
  }

  Connection connect(String who) throws SQLException {
    var tenants = new Tenants(tapline.server().database().owner());
    var role =
        switch (who) {
          case READER -> tenants.readerRole(tenantId);
          case PRODUCER -> tenants.producerRole(tenantId);
          default -> throw new AssertionError("reader or producer, not " + who);
        };
    var connection = tapline.scratch().connect();
    try (var statement = connection.createStatement()) {
      var known =
          statement.executeQuery("select 1 from pg_roles where rolname = '" + name(who) + "'");
      if (!known.next()) {
        statement.execute("create role " + name(who));
        statement.execute("grant " + role + " to " + name(who));
      }
      statement.execute("set timezone = 'UTC'");
      statement.execute("set session authorization " + name(who));
    }
    return connection;
  }

  /** The grants of either role, and the functions that every reader may call. */
  List<String> granted() throws SQLException {
    var tenants = new Tenants(tapline.server().database().owner());
    var names = new ArrayList<String>();
    try (var connection = tapline.scratch().connect();
        var query = connection.prepareStatement(GRANTED)) {
      query.setString(1, tenants.readerRole(tenantId));
      query.setString(2, tenants.producerRole(tenantId));
      try (var rows = query.executeQuery()) {
        while (rows.next()) {
          names.add(rows.getString(1));
        }
      }
    }
    return names;
  }
}
