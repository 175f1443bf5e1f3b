package io.tapline.tapdb;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/** The tenants of a database. Either role can read them; only the owner can create one. */
public final class Tenants {

  static final String TEMPLATE = "data/system/tenant/1.0";

  /** 63 characters: the key may be part of a host name. */
  private static final Pattern KEY = Pattern.compile("[a-z0-9][a-z0-9_-]{0,62}");

  public static final int MAX_DISPLAY_NAME = 200;

  private final TapDb store;

  public Tenants(DataSource source) {
    this.store = new TapDb(source);
  }

  /**
   * Loads the templates of tenants themselves. A step of the preparation of a database; safe to
   * repeat.
   */
  public static void prepareSystemTenant(DataSource owner) {
    new TapDb(owner)
        .transaction(
            Tenant.SYSTEM, tx -> PackLoader.load(tx, Tenant.SYSTEM_DOMAIN, TemplatePack.BASE));
  }

  /**
   * Creates a tenant with the base pack and the given packs, in one transaction, and then its roles
   * for SQL readers and producers. For an existing key it updates packs and roles and keeps the
   * name; so a repeated call completes an interrupted creation.
   *
   * @return the id of the tenant
   */
  public long create(String key, String displayName, List<TemplatePack> packs) {
    long id = createClosed(key, displayName, packs);
    openToSql(id);
    return id;
  }

  /**
   * Like {@link #create}, without the roles, until it is opened to SQL: for many short-lived
   * tenants, because every connection reads every policy.
   *
   * @return the id of the tenant
   */
  public long createClosed(String key, String displayName, List<TemplatePack> packs) {
    requireKey(key);
    requireDisplayName(displayName);
    return store.transaction(
        Tenant.SYSTEM,
        tx -> {
          lock(tx);
          var existing = find(tx, key);
          if (existing.isPresent()) {
            return store.within(
                tx.connection(), existing.get().id(), in -> load(in, PackLoader.domain(in), packs));
          }
          var domain = TenantDomain.draw(tx);
          long own = insert(tx, key, displayName, domain);
          return store.within(tx.connection(), own, in -> load(in, domain, packs));
        });
  }

  /** Creates missing roles for SQL readers and producers of the tenant. */
  public void openToSql(long tenantId) {
    new ReaderRole(store, tenantId).ensure();
    new ProducerRole(store, tenantId).ensure();
  }

  public Optional<Tenant> byKey(String key) {
    return store.transaction(Tenant.SYSTEM, tx -> find(tx, key));
  }

  public List<Tenant> all() {
    return store.transaction(
        Tenant.SYSTEM,
        tx -> tx.query(SqlFile.load(Tenants.class, "tenant/tenant_list"), Tenants::tenant));
  }

  /** The role for a login that may read one tenant by SQL. */
  public String readerRole(long tenantId) {
    return new ReaderRole(store, tenantId).name();
  }

  /** The role for a login that may enqueue for one tenant by SQL. */
  public String producerRole(long tenantId) {
    return new ProducerRole(store, tenantId).name();
  }

  static void lock(Tx tx) throws SQLException {
    ServerLock.TENANTS.hold(tx);
  }

  private static long load(Tx tx, String domain, List<TemplatePack> packs) throws SQLException {
    PackLoader.load(tx, domain, TemplatePack.BASE);
    for (var pack : packs) PackLoader.load(tx, domain, pack);
    return tx.tenantId();
  }

  private static Optional<Tenant> find(Tx tx, String key) throws SQLException {
    return tx
        .query(SqlFile.load(Tenants.class, "tenant/tenant_by_key"), Tenants::tenant, key)
        .stream()
        .findFirst();
  }

  private long insert(Tx tx, String key, String displayName, String domain) throws SQLException {
    var template =
        store
            .templates()
            .byCode(tx, TEMPLATE)
            .orElseThrow(() -> new IllegalStateException("the system tenant has no base pack"));
    long uid = tx.drawUid();
    var document = Json.object();
    document
        .putObject("properties")
        .put("tenant_key", key)
        .put("display_name", displayName)
        .put("status", "ACTIVE")
        .put("euid_domain", domain);
    tx.update(
        SqlFile.load(Tenants.class, "tenant/tenant_insert"),
        uid,
        template.uid(),
        template.mint(uid),
        displayName,
        Json.print(document));
    tx.query(SqlFile.load(Tenants.class, "tenant/tenant_sequence"), row -> 0, uid);
    return uid;
  }

  private static Tenant tenant(ResultSet row) throws SQLException {
    return new Tenant(
        row.getLong("uid"),
        row.getString("euid"),
        row.getString("object_key"),
        row.getString("display_name"),
        row.getString("status"));
  }

  /** Whether the text is a valid key of a tenant. */
  public static boolean isKey(String key) {
    return key != null && KEY.matcher(key).matches();
  }

  private static void requireKey(String key) {
    if (!isKey(key)) {
      throw new IllegalArgumentException("tenant key '" + key + "' is not " + KEY.pattern());
    }
  }

  private static void requireDisplayName(String name) {
    if (name == null
        || name.isBlank()
        || name.length() > MAX_DISPLAY_NAME
        || name.indexOf(0) >= 0) {
      throw new IllegalArgumentException(
          "a tenant's display name is 1 to " + MAX_DISPLAY_NAME + " characters, none of them NUL");
    }
  }
}
