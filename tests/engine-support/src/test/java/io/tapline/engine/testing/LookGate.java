package io.tapline.engine.testing;

import io.tapline.testkit.engine.ScratchEngine;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Stops a transaction that looks at subjects between the snapshot of its statement and its first
 * row, so that what happens meanwhile is certainly not in the snapshot. A policy on the rows does
 * it; it asks for a lock that the gate holds while it is closed. The superuser is bound by no
 * policy and walks past.
 */
public final class LookGate implements AutoCloseable {

  private final Connection keeper;

  private LookGate(Connection keeper) {
    this.keeper = keeper;
  }

  /** Open until it is shut. */
  public static LookGate on(ScratchEngine test) throws SQLException {
    return on(test.admin());
  }

  /** Takes over the connection, a superuser's. */
  public static LookGate on(Connection superuser) throws SQLException {
    var gate = new LookGate(superuser);
    gate.run(
        """
        create function tapline.through_look_gate() returns boolean language plpgsql as $$
        begin
          perform pg_advisory_xact_lock_shared(4711);
          return true;
        end $$;
        grant execute on function tapline.through_look_gate() to public;
        create policy look_gate on tapline.subject as restrictive for select
          using (tapline.through_look_gate())
        """);
    return gate;
  }

  public void shut() throws SQLException {
    run("select pg_advisory_lock(4711)");
  }

  public void open() throws SQLException {
    run("select pg_advisory_unlock(4711)");
  }

  /** Number of waiting transactions. */
  public int waiting() throws SQLException {
    try (var statement = keeper.createStatement();
        var rows =
            statement.executeQuery(
                "select count(*) from pg_locks where locktype = 'advisory' and not granted"
                    + " and objid = 4711 and database ="
                    + " (select oid from pg_database where datname = current_database())")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  @Override
  public void close() throws SQLException {
    try (keeper) {
      run("select pg_advisory_unlock_all()");
      run("drop policy look_gate on tapline.subject");
      run("drop function tapline.through_look_gate()");
    }
  }

  private void run(String sql) throws SQLException {
    try (Statement statement = keeper.createStatement()) {
      statement.execute(sql);
    }
  }
}
