package io.tapline.engine.store;

import io.tapline.engine.model.Setting;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;

/** Settings of a whole tenant. One that nobody ever set is on. */
public final class Settings {

  private static final NamedSql READ = NamedSql.load(Settings.class, "setting");
  private static final NamedSql LOCK = NamedSql.load(Settings.class, "lock_setting");

  private Settings() {}

  /** Whether new work is taken: the kill switch is asked anew each time. */
  public static boolean substrateEnabled(Tx tx, Kinds kinds) throws SQLException {
    return substrate(tx, kinds).enabled();
  }

  /** How the kill switch stands, and who turned it last. */
  public static Setting.Note substrate(Tx tx, Kinds kinds) throws SQLException {
    var setting = find(tx, kinds, READ, Setting.SUBSTRATE);
    return setting == null ? Setting.Note.untouched(Setting.SUBSTRATE) : setting.note();
  }

  public static Setting lock(Tx tx, Kinds kinds, String key) throws SQLException {
    return find(tx, kinds, LOCK, key);
  }

  private static Setting find(Tx tx, Kinds kinds, NamedSql sql, String key) throws SQLException {
    var found =
        tx.query(
            sql,
            Settings::setting,
            Map.of("template", kinds.of(tx, Kinds.SETTING).uid(), "key", key));
    return found.isEmpty() ? null : found.get(0);
  }

  private static Setting setting(ResultSet row) throws SQLException {
    return new Setting(
        row.getLong("uid"),
        row.getString("euid"),
        Json.read(row.getString("properties"), Setting.Note.class));
  }
}
