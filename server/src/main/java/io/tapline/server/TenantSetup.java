package io.tapline.server;

import io.tapline.engine.Engine;
import io.tapline.server.base.StartupRefused;
import io.tapline.server.database.OpenDatabase;
import io.tapline.tapdb.StoreException;
import io.tapline.tapdb.TemplatePack;
import io.tapline.tapdb.Tenants;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Creates the tenants that the settings name, and adds new templates of the engine's pack and of
 * the served packs to existing ones: an upgraded server needs templates that its tenants do not
 * have yet.
 */
final class TenantSetup {

  private TenantSetup() {}

  /** The ids of all tenants, by key. */
  static Map<String, Long> prepareTenants(
      OpenDatabase database,
      Engine engine,
      ServerSettings settings,
      CompanionRunner companionRunner) {
    try {
      return prepare(database, engine, settings, companionRunner);
    } catch (StoreException e) {
      throw database.explain(e);
    }
  }

  private static Map<String, Long> prepare(
      OpenDatabase database,
      Engine engine,
      ServerSettings settings,
      CompanionRunner companionRunner) {
    var tenants = new Tenants(database.owner());
    var named = named(settings);
    companionRunner.requireOwnDatabase(tenants.all(), named.keySet());
    if (companionRunner.present() || !settings.guarded()) {
      named.putIfAbsent(companionRunner.homeTenant(), "the first start");
    }
    var ids = new HashMap<String, Long>();
    var packs = engine.templates();
    named.forEach(
        (key, source) ->
            ids.put(key, make(tenants, packs, key, companionRunner.title(key), source)));
    for (var tenant : tenants.all()) {
      ids.computeIfAbsent(tenant.key(), key -> tenants.create(key, tenant.displayName(), packs));
    }
    ids.values().forEach(engine::prepare);
    return ids;
  }

  /** The keys of the tenants, with the setting that names each. */
  private static Map<String, String> named(ServerSettings settings) {
    var named = new LinkedHashMap<String, String>();
    settings.tokens().forEach(token -> named.put(token.tenantKey(), "TAPLINE_TOKENS"));
    if (settings.security().oidc() != null) {
      settings
          .security()
          .oidc()
          .tenantKeys()
          .forEach(key -> named.putIfAbsent(key, "TAPLINE_OIDC_TENANT(S)"));
    }
    return named;
  }

  private static long make(
      Tenants tenants, List<TemplatePack> packs, String key, String title, String source) {
    try {
      return tenants.create(key, title, packs);
    } catch (IllegalArgumentException e) {
      throw new StartupRefused(source + ": " + e.getMessage() + ".", e);
    }
  }
}
