package io.tapline.tapdb;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.sql.SQLException;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.exception.FlywayValidateException;
import org.postgresql.ds.PGSimpleDataSource;

/** A PostgreSQL database prepared for TapDB: its two roles, its schema, its migrations. */
public final class Database {

  /** Owns the schema; migrates and deletes. Row-level security applies to it too. */
  public static final String OWNER_ROLE = "tapline_owner";

  /** Serves requests; can neither delete nor rewrite evidence. */
  public static final String SERVING_ROLE = "tapline_serving";

  /**
   * Views with security_invoker, which apply the policies of the reader, exist since version 15.
   */
  public static final int OLDEST_POSTGRES = 15;

  private static final String OTHER_FORM =
      "it holds the store of an earlier Tapline that was never released, which this one neither"
          + " reads nor converts; use that one, or give this one a database of its own";

  /** The operating system then also detects a peer that disappeared silently. */
  private static final Map<String, String> KEPT_ALIVE = Map.of("tcpKeepAlive", "true");

  private final String jdbcUrl;
  private final RoleNames names;
  private final Passwords passwords;
  private Migrated migrated;

  private Database(String jdbcUrl, RoleNames names, Passwords passwords) {
    this.jdbcUrl = jdbcUrl;
    this.names = names;
    this.passwords = passwords;
  }

  /**
   * The names of the two roles, which belong to the whole cluster: installations that share a
   * cluster but not their passwords need different names.
   */
  public record RoleNames(String owner, String serving) {

    private static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_]{0,62}");

    public static final RoleNames DEFAULT = new RoleNames(OWNER_ROLE, SERVING_ROLE);

    public RoleNames {
      for (var name : List.of(owner, serving)) {
        if (!NAME.matcher(name).matches()) {
          throw new IllegalArgumentException(
              "the role name '" + name + "' is not " + NAME.pattern());
        }
      }
      if (owner.equals(serving)) {
        throw new IllegalArgumentException("the owner and the serving role are two roles");
      }
    }
  }

  /**
   * The passwords of the two roles; null for a role that logs in without one. The first server sets
   * them and all servers log in with them, so all must derive the same ones without communication.
   *
   * @param random whether they cannot be guessed, because they follow from random bytes
   */
  public record Passwords(String owner, String serving, boolean random) {

    private static final String ALGORITHM = "HmacSHA256";

    /** Passwords that a person may have chosen. */
    public Passwords(String owner, String serving) {
      this(owner, serving, false);
    }

    /**
     * Derives them from the password of the administrator, which all servers have. Without one the
     * roles get no password either, because a password derived from nothing is public: PostgreSQL
     * then has to admit them by other means, such as trust or a password file.
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

    /** Derives them from a random password of the administrator. */
    public static Passwords derivedFromRandom(String adminPassword) {
      var derived = derivedFrom(adminPassword);
      return new Passwords(derived.owner, derived.serving, true);
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

  /** Like {@link #provision(String, String, String, RoleNames, Passwords, boolean)}. */
  public static Database provision(
      String jdbcUrl, String adminUser, String adminPassword, Passwords passwords) {
    return provision(jdbcUrl, adminUser, adminPassword, RoleNames.DEFAULT, passwords, false);
  }

  /**
   * Creates missing roles and the schema as an administrator, then migrates as the owner. Safe to
   * repeat; once the database is prepared, no administrator logs in.
   *
   * @param dedicated whether an empty database is for Tapline alone: then no other login may
   *     connect to it
   */
  public static Database provision(
      String jdbcUrl,
      String adminUser,
      String adminPassword,
      RoleNames names,
      Passwords passwords,
      boolean dedicated) {
    try {
      new InstallationRoles(jdbcUrl, names, passwords).ensure(adminUser, adminPassword, dedicated);
    } catch (SQLException e) {
      throw new StoreException(e);
    }
    var database = new Database(jdbcUrl, names, passwords);
    database.migrate();
    return database;
  }

  /** A database that was provisioned before, with the same passwords. */
  public static Database provisioned(String jdbcUrl, Passwords passwords) {
    return new Database(jdbcUrl, RoleNames.DEFAULT, passwords);
  }

  public DataSource owner() {
    return as(names.owner(), passwords.owner());
  }

  public DataSource serving() {
    return as(names.serving(), passwords.serving());
  }

  /**
   * The data source of the serving role with a socket time-out.
   *
   * @param socketSeconds longer than any statement may take
   */
  public DataSource serving(int socketSeconds) {
    var source = as(names.serving(), passwords.serving());
    source.setSocketTimeout(socketSeconds);
    return source;
  }

  /**
   * The state of the schema.
   *
   * @param version the newest applied migration
   * @param pending number of migrations that are not applied yet
   * @param unknown number of migrations that a newer Tapline has applied
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
   * The result of a provisioning.
   *
   * @param from null for a database without a schema
   */
  public record Migrated(String from, String to, int steps) {}

  /** Null for a database that this process did not provision. */
  public Migrated migrated() {
    return migrated;
  }

  private void migrate() {
    migrated =
        SchemaHistory.currentVersion(owner())
            .map(version -> new Migrated(version, version, 0))
            .orElseGet(this::migrateByFlyway);
    Tenants.prepareSystemTenant(owner());
    InstallationSecret.prepare(owner());
    FeedEpoch.raiseIfBehind(owner());
  }

  private Migrated migrateByFlyway() {
    try {
      var flyway = flyway();
      requireKnown(flyway);
      var done = flyway.migrate();
      return new Migrated(
          done.initialSchemaVersion,
          done.migrationsExecuted == 0 ? done.initialSchemaVersion : done.targetSchemaVersion,
          done.migrationsExecuted);
    } catch (FlywayValidateException e) {
      throw new StoreException(new SQLException(OTHER_FORM, e));
    } catch (FlywayException e) {
      throw new StoreException(
          new SQLException("migration failed: " + e.getMessage(), sqlState(e), e));
    }
  }

  private static String sqlState(Throwable thrown) {
    for (var cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException e) {
        return e.getSQLState();
      }
    }
    return null;
  }

  private Flyway flyway() {
    return Flyway.configure(Database.class.getClassLoader())
        // The URL as it was given: the DataSource of the driver puts all its settings into the URL,
        // and the search of Flyway for secrets in so long a text takes longer than the rest of its
        // work.
        .dataSource(jdbcUrl, names.owner(), passwords.owner())
        .jdbcProperties(KEPT_ALIVE)
        .schemas("tapline")
        .createSchemas(false)
        .locations("classpath:io/tapline/tapdb/migration")
        .placeholders(
            Map.of(
                "ownerRole",
                names.owner(),
                "servingRole",
                names.serving(),
                "softwareVersion",
                BuildVersion.text()))
        .table("schema_history")
        .load();
  }

  /**
   * Migrations only go forward: this version would misread data of a newer Tapline. A missing step
   * belonged to a schema that was never released.
   */
  private static void requireKnown(Flyway flyway) {
    // Read once: each call takes two connections.
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
}
