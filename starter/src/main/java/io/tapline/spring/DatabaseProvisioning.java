package io.tapline.spring;

import io.tapline.tapdb.Database;
import io.tapline.tapdb.StoreException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Makes the database ready with an administrator's login; safe to repeat. */
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
    requireUser();
    try {
      var url = settings.url() == null ? url() : settings.url();
      var passwords = Database.Passwords.derivedFrom(password());
      var database = Database.provision(url, settings.user(), password(), passwords);
      grant(url);
      return database.owner();
    } catch (StoreException | SQLException e) {
      throw new TaplineStartException(
          "Tapline could not make its database ready as " + settings.user() + ": " + e.getMessage(),
          "Check tapline.provision.url, .user and .password: the login must be able to make roles.",
          e);
    }
  }

  /** Null without one: the driver then asks a password file, and PostgreSQL whether it needs one. */
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

  /** The application acts with the rights of the serving role, on its own connections. */
  private void grant(String url) throws SQLException {
    var loginRights = LoginRights.read(application);
    if (loginRights.serves()) {
      return;
    }
    try (var admin = DriverManager.getConnection(url, settings.user(), password());
        var statement = admin.createStatement()) {
      statement.execute(
          "grant " + Database.SERVING_ROLE + " to " + identifier(admin, loginRights.login()));
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

  private void requireUser() {
    if (settings.user() == null || settings.user().isBlank()) {
      throw new TaplineStartException(
          "tapline.provision.enabled is true, but tapline.provision.user is not given.",
          "Give tapline.provision.user, or leave provisioning to somebody else.");
    }
  }
}
