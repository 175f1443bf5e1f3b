package io.tapline.engine.read.base;

import io.tapline.engine.store.DecisionRows;
import io.tapline.tapdb.SqlFile;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;

/** Reads over whole sets may be planned freely; everything else keeps to indexes. */
public final class SetReadPlanning {

  private SetReadPlanning() {}

  public static void allow(Tx tx) throws SQLException {
    tx.query(
        SqlFile.load(DecisionRows.class, "tenant/read_sets"),
        row -> 0,
        "on",
        "on",
        "on",
        "on",
        "auto");
  }

  /** Still by indexes, but planned for the values at hand. */
  public static void forTheseValues(Tx tx) throws SQLException {
    tx.query(
        SqlFile.load(DecisionRows.class, "tenant/read_sets"),
        row -> 0,
        "off",
        "off",
        "off",
        "off",
        "force_custom_plan");
  }

  public static void forbid(Tx tx) throws SQLException {
    tx.query(
        SqlFile.load(DecisionRows.class, "tenant/read_sets"),
        row -> 0,
        "off",
        "off",
        "off",
        "off",
        "auto");
  }
}
