package io.tapline.tapdb;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import javax.sql.DataSource;
import tools.jackson.databind.JsonNode;

/**
 * The templates of each tenant, cached in memory. A missing one is read from the database at once,
 * so a new pack is visible at once; a changed template is visible within {@link #MAX_AGE}.
 */
public final class Templates {

  /** Longest use of an outdated schema by a server that did not load the change itself. */
  public static final Duration MAX_AGE = Duration.ofSeconds(30);

  private final DataSource source;
  private final Map<Long, TenantTemplates> tenants = new ConcurrentHashMap<>();

  public Templates(DataSource source) {
    this.source = source;
  }

  /**
   * Opens a separate transaction on a miss; inside a transaction, use the variant with {@code tx}.
   */
  public Optional<Template> byCode(long tenantId, String code) {
    return find(
        tenantId, tenantTemplates -> tenantTemplates.byCode.get(code), () -> load(tenantId));
  }

  public Optional<Template> byUid(long tenantId, long uid) {
    return find(tenantId, tenantTemplates -> tenantTemplates.byUid.get(uid), () -> load(tenantId));
  }

  /**
   * Reads in the given transaction on a miss: a request for a second connection from the pool could
   * block forever.
   */
  public Optional<Template> byCode(Tx tx, String code) throws SQLException {
    return find(tx.tenantId(), tenantTemplates -> tenantTemplates.byCode.get(code), () -> load(tx));
  }

  public Optional<Template> byUid(Tx tx, long uid) throws SQLException {
    return find(tx.tenantId(), tenantTemplates -> tenantTemplates.byUid.get(uid), () -> load(tx));
  }

  /** Must be called after this process has loaded a pack. */
  public void forget(long tenantId) {
    tenants.remove(tenantId);
  }

  void forgetAll() {
    tenants.clear();
  }

  private <E extends Exception> Optional<Template> find(
      long tenantId, Function<TenantTemplates, Template> lookUp, TemplateLoad<E> templateLoad)
      throws E {
    var tenantTemplates = tenants.get(tenantId);
    if (tenantTemplates != null && tenantTemplates.isFresh()) {
      var template = lookUp.apply(tenantTemplates);
      if (template != null) return Optional.of(template);
    }
    var loaded = templateLoad.load();
    // A tenant that does not exist has no templates and is not cached.
    if (!loaded.byUid.isEmpty()) tenants.put(tenantId, loaded);
    return Optional.ofNullable(lookUp.apply(loaded));
  }

  private TenantTemplates load(long tenantId) {
    return new TapDb(source).transaction(tenantId, Templates::load);
  }

  private static TenantTemplates load(Tx tx) throws SQLException {
    var tenantTemplates = new TenantTemplates(System.nanoTime(), new HashMap<>(), new HashMap<>());
    tx.query(
        SqlFile.load(Templates.class, "template/templates_of_tenant"),
        tenantTemplates::add,
        tx.tenantId());
    return tenantTemplates;
  }

  private interface TemplateLoad<E extends Exception> {
    TenantTemplates load() throws E;
  }

  private record TenantTemplates(
      long loadedAt, Map<String, Template> byCode, Map<Long, Template> byUid) {

    boolean isFresh() {
      return System.nanoTime() - loadedAt < MAX_AGE.toNanos();
    }

    Template add(ResultSet row) throws SQLException {
      var entry = Json.parse(row.getString("json_addl"));
      var template =
          new Template(
              row.getLong("uid"),
              row.getLong("tenant_id"),
              row.getString("template_code"),
              row.getString("euid_domain"),
              row.getString("euid_prefix"),
              StorageClass.of(row.getString("storage_class")),
              entry.path("work_bearing").asBoolean(false),
              noun(entry.get("noun")),
              entry.get("properties_schema"));
      byUid.put(template.uid(), template);
      // A deleted template creates no new instances, but existing ones still need it.
      if (!row.getBoolean("is_deleted")) byCode.put(template.code(), template);
      return template;
    }

    private static Template.Noun noun(JsonNode entry) {
      return entry == null
          ? null
          : new Template.Noun(entry.path("one").asString(), entry.path("many").asString());
    }
  }
}
