package io.tapline.tapdb;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Base64;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.exception.FlywayValidateException;
import org.postgresql.ds.PGSimpleDataSource;

/** A PostgreSQL database made ready for TapDB: its two roles, its schema, its migrations. */
public final class Database {

  /** Owns the schema; migrates and retires. Bound by row-level security like everyone. */
  public static final String OWNER_ROLE = "tapline_owner";

  /** Serves requests; can neither delete nor rewrite evidence. */
  public static final String SERVING_ROLE = "tapline_serving";

  /** Views with security_invoker, which keep a reader's own policies, came with 15. */
  public static final int OLDEST_POSTGRES = 15;

  private static final String OTHER_FORM =
      "it holds the store of an earlier Tapline that was never released, which this one neither"
          + " reads nor converts; use that one, or give this one a database of its own";

  // Roles belong to the whole cluster, and locks to one database: two databases made ready at once
  // race for the roles, and
  // the later one fails because a tuple was updated or a name taken. It asks again.
  private static final Set<String> RACED = Set.of("XX000", "23505", "42710");
  private static final int TRIES = 10;

  /** A peer that has gone without a word is found out by the operating system, too. */
  private static final Map<String, String> KEPT_ALIVE = Map.of("tcpKeepAlive", "true");

  private final String jdbcUrl;
  private final Passwords passwords;
  private Migrated migrated;

  private Database(String jdbcUrl, Passwords passwords) {
    this.jdbcUrl = jdbcUrl;
    this.passwords = passwords;
  }

  /**
   * The passwords of the two roles; null for a role that logs in without one. Every server that provisions a database sets them, so all
   * servers must derive the same ones without talking to each other.
   */
  public record Passwords(String owner, String serving) {

    private static final String ALGORITHM = "HmacSHA256";

    /**
     * They follow from the administrator's password, which all of them were given. Without one the
     * roles get none either, since a password that follows from nothing is public: PostgreSQL then
     * has to let them in by other means, such as trust or a password file.
     *
     * @param adminPassword null or empty for an administrator without one
     */
    public static Passwords derivedFrom(String adminPassword) {
      if (adminPassword == null || adminPassword.isEmpty()) {
        return new Passwords(null, null);
      }
      return new Passwords(
          derived(adminPassword, OWNER_ROLE), derived(adminPassword, SERVING_ROLE));
    }

    private static String derived(String secret, String role) {
      try {
        var mac = Mac.getInstance(ALGORITHM);
        mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
        return Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(mac.doFinal(role.getBytes(StandardCharsets.UTF_8)));
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
      }
    }

    @Override
    public String toString() {
      return "passwords of the two roles";
    }
  }

  /** Makes roles and schema as an administrator, then migrates as the owner. Safe to repeat. */
  public static Database provision(
      String jdbcUrl, String adminUser, String adminPassword, Passwords passwords) {
    for (int attempt = 1; ; attempt++) {
      try (var admin = DriverManager.getConnection(jdbcUrl, adminUser, adminPassword)) {
        prepare(admin, passwords);
        break;
      } catch (SQLException e) {
        if (e.getSQLState() == null || !RACED.contains(e.getSQLState()) || attempt == TRIES) {
          throw new StoreException(e);
        }
      }
    }
    var database = new Database(jdbcUrl, passwords);
    database.migrate();
    return database;
  }

  /** One that was provisioned before, with the same passwords. */
  public static Database provisioned(String jdbcUrl, Passwords passwords) {
    return new Database(jdbcUrl, passwords);
  }

  private static void prepare(Connection admin, Passwords passwords) throws SQLException {
    requireVersion(admin);
    admin.setAutoCommit(false);
    role(admin, OWNER_ROLE, passwords.owner(), "createrole");
    role(admin, SERVING_ROLE, passwords.serving(), "nocreaterole");
    execute(admin, "create schema if not exists tapline authorization " + OWNER_ROLE);
    admin.commit();
  }

  public DataSource owner() {
    return as(OWNER_ROLE, passwords.owner());
  }

  public DataSource serving() {
    return as(SERVING_ROLE, passwords.serving());
  }

  /**
   * The same, given up when the database has not answered for so long.
   *
   * @param socketSeconds longer than any statement may take
   */
  public DataSource serving(int socketSeconds) {
    var source = as(SERVING_ROLE, passwords.serving());
    source.setSocketTimeout(socketSeconds);
    return source;
  }

  /**
   * How far the schema is.
   *
   * @param version the newest that was applied
   * @param pending how many this Tapline has and the database has not
   * @param unknown how many a newer Tapline has applied since
   */
  public record Schema(String version, int pending, int unknown) {}

  public Schema schema() {
    var info = flyway().info();
    int unknown = 0;
    for (var migration : info.applied()) {
      unknown += migration.getState().isResolved() ? 0 : 1;
    }
    var current = info.current();
    return new Schema(
        current == null ? "none" : current.getVersion().getVersion(),
        info.pending().length,
        unknown);
  }

  /**
   * What a provisioning found to do.
   *
   * @param from null for a database without a schema
   */
  public record Migrated(String from, String to, int steps) {}

  /** Null for a database that was provisioned before, by somebody else. */
  public Migrated migrated() {
    return migrated;
  }

  private void migrate() {
    try {
      var flyway = flyway();
      requireKnown(flyway);
      var done = flyway.migrate();
      migrated =
          new Migrated(
              done.initialSchemaVersion,
              done.migrationsExecuted == 0 ? done.initialSchemaVersion : done.targetSchemaVersion,
              done.migrationsExecuted);
    } catch (FlywayValidateException e) {
      throw new StoreException(new SQLException(OTHER_FORM, e));
    } catch (FlywayException e) {
      throw new StoreException(new SQLException("migration failed: " + e.getMessage(), e));
    }
    Tenants.prepareSystemTenant(owner());
    InstallationSecret.prepare(owner());
    FeedEpoch.raiseIfBehind(owner());
  }

  private Flyway flyway() {
    return Flyway.configure(Database.class.getClassLoader())
        // By the URL as it was given: the driver's own DataSource spells out all its settings in
        // it,
        // and Flyway's search for secrets in so long a text takes longer than all else it does.
        .dataSource(jdbcUrl, OWNER_ROLE, passwords.owner())
        .jdbcProperties(KEPT_ALIVE)
        .schemas("tapline")
        .createSchemas(false)
        .locations("classpath:io/tapline/tapdb/migration")
        .placeholders(
            Map.of(
                "ownerRole",
                OWNER_ROLE,
                "servingRole",
                SERVING_ROLE,
                "softwareVersion",
                BuildVersion.text()))
        .table("schema_history")
        .load();
  }

  /**
   * Migrations only go forward: what a newer Tapline wrote, this one would misread. A step that is
   * gone was one of a form that was never released.
   */
  private static void requireKnown(Flyway flyway) {
    // Asked once: each time takes two connections.
    var info = flyway.info();
    var newest =
        Stream.of(info.all())
            .filter(migration -> migration.getState().isResolved())
            .map(MigrationInfo::getVersion)
            .max(Comparator.naturalOrder())
            .orElseThrow();
    for (var migration : info.applied()) {
      if (migration.getState().isApplied() && !migration.getState().isResolved()) {
        boolean newer = migration.getVersion().compareTo(newest) > 0;
        throw new StoreException(
            new SQLException(
                newer
                    ? "it was migrated to version "
                        + migration.getVersion()
                        + " by a newer Tapline; use that one"
                    : OTHER_FORM));
      }
    }
  }

  private PGSimpleDataSource as(String role, String password) {
    var source = new PGSimpleDataSource();
    source.setUrl(jdbcUrl);
    source.setUser(role);
    source.setPassword(password);
    source.setTcpKeepAlive(true);
    return source;
  }

  private static void requireVersion(Connection admin) throws SQLException {
    int version = admin.getMetaData().getDatabaseMajorVersion();
    if (version < OLDEST_POSTGRES) {
      throw new SQLException(
          "PostgreSQL " + version + " is too old; Tapline needs " + OLDEST_POSTGRES + " or newer");
    }
  }

  private static void role(Connection admin, String name, String password, String option)
      throws SQLException {
    boolean exists;
    try (var query = admin.prepareStatement("select 1 from pg_roles where rolname = ?")) {
      query.setString(1, name);
      try (var rows = query.executeQuery()) {
        exists = rows.next();
      }
    }
    // A utility statement takes no parameters; PostgreSQL does the quoting.
    execute(
        admin,
        (exists ? "alter role " : "create role ")
            + name
            + " login nosuperuser nobypassrls "
            + option
            + (password == null ? "" : " password " + quote(admin, password)));
  }

  private static String quote(Connection admin, String text) throws SQLException {
    try (var query = admin.prepareStatement("select quote_literal(?)")) {
      query.setString(1, text);
      try (var rows = query.executeQuery()) {
        rows.next();
        return rows.getString(1);
      }
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
