package io.tapline.spring;

import io.tapline.tapdb.SqlFile;
import io.tapline.tapdb.StoreException;
import java.sql.SQLException;
import javax.sql.DataSource;

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
