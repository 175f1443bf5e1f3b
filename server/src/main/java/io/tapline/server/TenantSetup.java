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
 * The tenants that the settings name are made, and those that are there already get what is new in
 * the engine's pack and in those that are served: an upgraded server needs templates that
 * yesterday's tenants do not have.
 */
final class TenantSetup {

  private TenantSetup() {}

  /** Ids by key, of all there are. */
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

  /** Keys, and where each was read. */
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
