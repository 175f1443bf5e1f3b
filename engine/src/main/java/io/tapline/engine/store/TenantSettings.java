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

/** Settings of a whole tenant. A setting without a stored value is on. */
public final class TenantSettings {

  private static final NamedSql READ = NamedSql.load(TenantSettings.class, "tenant/tenant_setting");
  private static final NamedSql LOCK = NamedSql.load(TenantSettings.class, "tenant/lock_setting");

  private TenantSettings() {}

  /** Whether new work is accepted: the kill switch is read each time. */
  public static boolean substrateEnabled(Tx tx, TemplateCache templateCache) throws SQLException {
    return substrate(tx, templateCache).enabled();
  }

  /**
   * Reads the kill switch, which decides whether new work is accepted, with the next statement. It
   * is read each time; the result is empty if it was never set.
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

  /** The state of the kill switch, and the principal that set it last. */
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
