package io.tapline.engine.store;

import io.tapline.engine.model.TenantSetting;
import io.tapline.tapdb.Deferred;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Settings of a whole tenant. One that nobody ever set is on. */
public final class TenantSettings {

  private static final NamedSql READ = NamedSql.load(TenantSettings.class, "tenant/tenant_setting");
  private static final NamedSql LOCK = NamedSql.load(TenantSettings.class, "tenant/lock_setting");

  private TenantSettings() {}

  /** Whether new work is taken: the kill switch is read anew each time. */
  public static boolean substrateEnabled(Tx tx, TemplateCache templateCache) throws SQLException {
    return substrate(tx, templateCache).enabled();
  }

  /**
   * The kill switch, which decides whether new work is taken: read anew each time, with the next
   * statement. Empty if it was never set.
   */
  public static Deferred<List<TenantSetting>> askSubstrate(Tx tx, TemplateCache templateCache)
      throws SQLException {
    return tx.later(
        READ,
        new ArrayList<>(),
        (settings, row) -> settings.add(setting(row)),
        Map.of(
            "template",
            templateCache.template(tx, TemplateCache.SETTING).uid(),
            "key",
            TenantSetting.SUBSTRATE));
  }

  /** How the kill switch stands, and who turned it last. */
  public static TenantSetting.Note substrate(Tx tx, TemplateCache templateCache)
      throws SQLException {
    var setting = find(tx, templateCache, READ, TenantSetting.SUBSTRATE);
    return setting == null ? TenantSetting.Note.untouched(TenantSetting.SUBSTRATE) : setting.note();
  }

  public static TenantSetting lock(Tx tx, TemplateCache templateCache, String key)
      throws SQLException {
    return find(tx, templateCache, LOCK, key);
  }

  private static TenantSetting find(Tx tx, TemplateCache templateCache, NamedSql sql, String key)
      throws SQLException {
    var found =
        tx.query(
            sql,
            TenantSettings::setting,
            Map.of(
                "template", templateCache.template(tx, TemplateCache.SETTING).uid(), "key", key));
    return found.isEmpty() ? null : found.get(0);
  }

  private static TenantSetting setting(ResultSet row) throws SQLException {
    return new TenantSetting(
        row.getLong("uid"),
        row.getString("euid"),
        Json.read(row.getString("properties"), TenantSetting.Note.class));
  }
}
