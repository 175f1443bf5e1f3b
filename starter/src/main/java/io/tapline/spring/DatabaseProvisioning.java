package io.tapline.spring;

import io.tapline.tapdb.Database;
import io.tapline.tapdb.SqlFile;
import io.tapline.tapdb.StoreException;
import io.tapline.tapdb.TestClock;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Prepares the database with an administrator's login; can be repeated. */
final class DatabaseProvisioning {

  private final DataSource application;
  private final TaplineProperties.Provision settings;

  DatabaseProvisioning(DataSource application, TaplineProperties.Provision settings) {
    this.application = application;
    this.settings = settings;
  }

  /**
   * @return connections as the owner
   */
  DataSource provision() {
    var passwords = passwords();
    try {
      var url = settings.url() == null ? url() : settings.url();
      var database = Database.provision(url, settings.user(), password(), passwords);
      grant(url);
      new TestClock(database.owner()).remove();
      return database.owner();
    } catch (StoreException | SQLException e) {
      throw new TaplineStartException(
          "Tapline could not provision its database as " + settings.user() + ": " + e.getMessage(),
          "Check tapline.provision.url, .user and .password: the login must own the database and be"
              + " able to create roles. Existing roles need their own .owner-password and"
              + " .serving-password.",
          e);
    }
  }

  private Database.Passwords passwords() {
    if (settings.ownerPassword() != null || settings.servingPassword() != null) {
      require("owner-password", settings.ownerPassword());
      require("serving-password", settings.servingPassword());
      return new Database.Passwords(settings.ownerPassword(), settings.servingPassword());
    }
    require("user", settings.user());
    return Database.Passwords.derivedFrom(password());
  }

  /**
   * Null if no password is set: the driver then reads a password file, and PostgreSQL may require
   * none.
   */
  private String password() {
    return settings.password() == null || settings.password().isEmpty()
        ? null
        : settings.password();
  }

  private String url() throws SQLException {
    try (var connection = application.getConnection()) {
      return connection.getMetaData().getURL();
    }
  }

  /**
   * Grants the serving role to the application's login, so that the application uses its own
   * connections.
   */
  private void grant(String url) throws SQLException {
    var loginRights = LoginRights.read(application);
    if (loginRights.serves()) {
      return;
    }
    try (var admin = DriverManager.getConnection(url, settings.user(), password());
        var statement = admin.createStatement()) {
      statement.execute(
          "grant " + loginRights.servingRole() + " to " + identifier(admin, loginRights.login()));
    }
  }

  private static String identifier(Connection admin, String name) throws SQLException {
    try (var query = admin.prepareStatement("select quote_ident(?)")) {
      query.setString(1, name);
      try (var rows = query.executeQuery()) {
        rows.next();
        return rows.getString(1);
      }
    }
  }

  private static void require(String name, String value) {
    if (value == null || value.isBlank()) {
      throw new TaplineStartException(
          "tapline.provision.enabled is true, but tapline.provision." + name + " is not set.",
          "Set tapline.provision." + name + ", or set tapline.provision.enabled=false.");
    }
  }

  /**
   * The rights of the application's login in its database.
   *
   * @param installed whether the database has a Tapline schema
   * @param servingRole the name of the serving role; null without an installation
   * @param serves whether the login has the rights of the serving role
   * @param unbound whether the login bypasses row-level security
   */
  record LoginRights(
      String login, boolean installed, String servingRole, boolean serves, boolean unbound) {

    static LoginRights read(DataSource application) {
      try (var connection = application.getConnection();
          var statement =
              connection.prepareStatement(
                  SqlFile.load(LoginRights.class, "login_rights/login_rights"));
          var rows = statement.executeQuery()) {
        rows.next();
        return new LoginRights(
            rows.getString("login"),
            rows.getBoolean("installed"),
            rows.getString("serving_role"),
            rows.getBoolean("serves"),
            rows.getBoolean("unbound"));
      } catch (SQLException e) {
        throw new StoreException(e);
      }
    }
  }
}
