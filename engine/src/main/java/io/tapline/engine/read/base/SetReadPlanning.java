package io.tapline.engine.read.base;

import io.tapline.engine.store.DecisionRows;
import io.tapline.tapdb.SqlFile;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;

/** Allows the planner all methods for reads over whole sets; all other statements use indexes. */
public final class SetReadPlanning {

  private SetReadPlanning() {}

  public static void allow(Tx tx) throws SQLException {
    plan(tx, "on", "auto");
  }

  /** Indexes only, but with a plan for the actual values. */
  public static void forTheseValues(Tx tx) throws SQLException {
    plan(tx, "off", "force_custom_plan");
  }

  public static void forbid(Tx tx) throws SQLException {
    plan(tx, "off", "auto");
  }

  /**
   * @param setMethods "on" or "off" for hash joins, merge joins, bitmap scans and sorts
   */
  private static void plan(Tx tx, String setMethods, String cacheMode) throws SQLException {
    tx.query(
        SqlFile.load(DecisionRows.class, "tenant/read_sets"),
        row -> 0,
        setMethods,
        setMethods,
        setMethods,
        setMethods,
        cacheMode);
  }
}
