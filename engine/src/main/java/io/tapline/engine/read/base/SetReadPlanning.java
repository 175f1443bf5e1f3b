package io.tapline.engine.read.base;

import io.tapline.engine.store.DecisionRows;
import io.tapline.tapdb.SqlFile;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;

/** Reads over whole sets may be planned freely; everything else keeps to indexes. */
public final class SetReadPlanning {

  private SetReadPlanning() {}

  public static void allow(Tx tx) throws SQLException {
    plan(tx, "on", "auto");
  }

  /** Still by indexes, but planned for the values at hand. */
  public static void forTheseValues(Tx tx) throws SQLException {
    plan(tx, "off", "force_custom_plan");
  }

  public static void forbid(Tx tx) throws SQLException {
    plan(tx, "off", "auto");
  }

  /**
   * @param setMethods "on" or "off": hash and merge joins, bitmap scans, sorts
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
