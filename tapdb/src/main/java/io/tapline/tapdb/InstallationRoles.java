package io.tapline.tapdb;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The two database roles and the schema of an installation. An administrator creates them once;
 * later starts log in with the two roles only and change neither. Roles belong to the whole
 * cluster, so a role that refuses the given password belongs to another installation and is not
 * changed.
 */
final class InstallationRoles {

  private static final String OWNER_ATTRIBUTES = "login nosuperuser nobypassrls createrole";
  private static final String SERVING_ATTRIBUTES = "login nosuperuser nobypassrls nocreaterole";

  // Roles belong to the whole cluster, and locks to one database: when two databases are prepared
  // at once, one may fail because a tuple was updated or a name is taken. It is retried.
  private static final Set<String> RACED = Set.of("XX000", "23505", "42710");
  private static final int TRIES = 10;

  /**
   * Rounds of SCRAM slow down the guesses of a thief of the password table; random bytes cannot be
   * guessed. 4,096 rounds in code that is not compiled yet are a tenth of a server's start. Only
   * the embedded PostgreSQL, which has the setting, has random passwords.
   */
  private static final String FEWER_ROUNDS = "set local scram_iterations = 1";

  private static final String REFUSED_LOGIN = "28";

  /** PostgreSQL requires a password and none is given. */
  private static final String NO_PASSWORD = "08004";

  /** The login has no CONNECT right on the database. */
  private static final String NO_RIGHT = "42501";

  private static final String WRONG_PASSWORD = "28P01";

  private final String jdbcUrl;
  private final Database.RoleNames names;
  private final Database.Passwords passwords;

  InstallationRoles(String jdbcUrl, Database.RoleNames names, Database.Passwords passwords) {
    this.jdbcUrl = jdbcUrl;
    this.names = names;
    this.passwords = passwords;
  }

  /**
   * Creates missing roles and the schema.
   *
   * @param dedicated whether an empty database is for Tapline alone: then no other login may
   *     connect to it
   */
  void ensure(String adminUser, String adminPassword, boolean dedicated) throws SQLException {
    var missing = missing();
    for (int attempt = 1; missing.isPresent(); attempt++) {
      try (var admin = administrator(adminUser, adminPassword, missing.get())) {
        prepare(admin, dedicated);
        return;
      } catch (SQLException e) {
        if (e.getSQLState() == null || !RACED.contains(e.getSQLState()) || attempt == TRIES) {
          throw e;
        }
      }
    }
  }

  /** The reason why an administrator is needed; empty if the two logins suffice. */
  private Optional<String> missing() throws SQLException {
    try (var owner = connect(names.owner(), passwords.owner())) {
      requireVersion(owner);
      if (!hasSchema(owner)) {
        return Optional.of("the database has no schema tapline");
      }
      var wrong = wrongAttributes(owner);
      if (!wrong.isEmpty()) {
        return Optional.of("wrong attributes of " + String.join(", ", wrong));
      }
    } catch (SQLException e) {
      return Optional.of(unlessOfLogin(e));
    }
    try {
      connect(names.serving(), passwords.serving()).close();
      return Optional.empty();
    } catch (SQLException e) {
      return Optional.of(unlessOfLogin(e));
    }
  }

  private static String unlessOfLogin(SQLException e) throws SQLException {
    if (isOfLogin(e)) {
      return e.getMessage();
    }
    throw e;
  }

  private static boolean isOfLogin(SQLException e) {
    return isRefused(e) || NO_RIGHT.equals(e.getSQLState());
  }

  private static boolean isRefused(SQLException e) {
    var state = String.valueOf(e.getSQLState());
    return state.startsWith(REFUSED_LOGIN) || state.equals(NO_PASSWORD);
  }

  private Connection administrator(String user, String password, String reason)
      throws SQLException {
    if (user == null) {
      throw new SQLException(
          "an administrator has to prepare it (" + reason + "), and none is given");
    }
    try {
      return connect(user, password);
    } catch (SQLException e) {
      if (!isOfLogin(e)) {
        throw e;
      }
      throw new SQLException(
          "an administrator has to prepare it (%s), and the administrator %s cannot log in: %s"
              .formatted(reason, user, e.getMessage()),
          e.getSQLState(),
          e);
    }
  }

  private void prepare(Connection admin, boolean dedicated) throws SQLException {
    requireVersion(admin);
    var existing = existing(admin);
    requirePassword(existing, names.owner(), passwords.owner());
    requirePassword(existing, names.serving(), passwords.serving());
    admin.setAutoCommit(false);
    if (passwords.random()) {
      execute(admin, FEWER_ROUNDS);
    }
    make(admin, existing, names.owner(), passwords.owner(), OWNER_ATTRIBUTES);
    make(admin, existing, names.serving(), passwords.serving(), SERVING_ATTRIBUTES);
    var wrong = wrongAttributes(admin);
    for (var role : wrong) {
      execute(
          admin,
          "alter role %s %s"
              .formatted(
                  quoted(admin, role),
                  role.equals(names.owner()) ? OWNER_ATTRIBUTES : SERVING_ATTRIBUTES));
    }
    var database = quoted(admin, admin.getCatalog());
    var owner = quoted(admin, names.owner());
    var serving = quoted(admin, names.serving());
    // With the grant option: the owner grants CONNECT to the readers and producers of tenants.
    execute(admin, "grant connect on database " + database + " to " + owner + " with grant option");
    execute(admin, "grant connect on database " + database + " to " + serving);
    if (!hasSchema(admin)) {
      if (dedicated && isEmpty(admin)) {
        closeToOthers(admin, database);
      }
      execute(admin, "grant create on database " + database + " to " + owner);
      admin.commit();
      makeSchema();
      execute(admin, "revoke create on database " + database + " from " + owner);
    }
    admin.commit();
  }

  /** Runs as the owner: CREATEROLE alone does not let an administrator act for another role. */
  private void makeSchema() throws SQLException {
    try (var owner = connect(names.owner(), passwords.owner())) {
      execute(owner, "create schema if not exists tapline");
    }
  }

  /**
   * A login without a role of Tapline could otherwise listen to notifications, take locks and hold
   * transactions open. A session that is idle in a transaction is ended.
   */
  private static void closeToOthers(Connection admin, String database) throws SQLException {
    execute(admin, "revoke connect, temporary on database " + database + " from public");
    execute(
        admin, "alter database " + database + " set idle_in_transaction_session_timeout = '5min'");
  }

  private void requirePassword(List<String> existing, String role, String password)
      throws SQLException {
    if (!existing.contains(role)) {
      return;
    }
    try {
      connect(role, password).close();
    } catch (SQLException e) {
      if (isRefused(e)) {
        throw new SQLException(
            ("the role %s exists in this cluster and refuses the given password, so it is another"
                    + " installation's or its password was changed; give its password, or give this"
                    + " installation roles of other names")
                .formatted(role),
            WRONG_PASSWORD,
            e);
      }
      if (!NO_RIGHT.equals(e.getSQLState())) {
        throw e;
      }
    }
  }

  private static void make(
      Connection admin, List<String> existing, String role, String password, String attributes)
      throws SQLException {
    if (!existing.contains(role)) {
      // A utility statement accepts no parameters; PostgreSQL does the quoting.
      execute(
          admin,
          "create role %s %s%s"
              .formatted(
                  quoted(admin, role),
                  attributes,
                  password == null
                      ? ""
                      : " password " + one(admin, "role/quote_literal", password)));
    }
  }

  private List<String> existing(Connection connection) throws SQLException {
    return list(connection, "role/existing_roles", names.owner(), names.serving());
  }

  private List<String> wrongAttributes(Connection connection) throws SQLException {
    return list(connection, "role/wrong_attributes", names.owner(), names.serving(), names.owner());
  }

  private boolean hasSchema(Connection connection) throws SQLException {
    var owner = list(connection, "role/schema_owner");
    if (owner.isEmpty()) {
      return false;
    }
    if (!owner.get(0).equals(names.owner())) {
      throw new SQLException(
          "its schema tapline belongs to the role "
              + owner.get(0)
              + " and not to "
              + names.owner()
              + "; give the names of the roles that it was made with");
    }
    return true;
  }

  private static boolean isEmpty(Connection connection) throws SQLException {
    return list(connection, "role/foreign_tables").isEmpty();
  }

  private Connection connect(String user, String password) throws SQLException {
    return DriverManager.getConnection(jdbcUrl, user, password);
  }

  private static void requireVersion(Connection connection) throws SQLException {
    int version = connection.getMetaData().getDatabaseMajorVersion();
    if (version < Database.OLDEST_POSTGRES) {
      throw new SQLException(
          "PostgreSQL "
              + version
              + " is too old; Tapline needs "
              + Database.OLDEST_POSTGRES
              + " or newer");
    }
  }

  private static String quoted(Connection connection, String identifier) throws SQLException {
    return one(connection, "role/quote_ident", identifier);
  }

  private static String one(Connection connection, String sql, String parameter)
      throws SQLException {
    return list(connection, sql, parameter).get(0);
  }

  private static List<String> list(Connection connection, String sql, String... parameters)
      throws SQLException {
    try (var query = connection.prepareStatement(SqlFile.load(InstallationRoles.class, sql))) {
      for (int i = 0; i < parameters.length; i++) {
        query.setString(i + 1, parameters[i]);
      }
      var found = new ArrayList<String>();
      try (var rows = query.executeQuery()) {
        while (rows.next()) {
          found.add(rows.getString(1));
        }
      }
      return found;
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
