package io.tapline.server.database;

import io.tapline.server.base.StartupRefused;
import io.tapline.tapdb.Database;

/** The passwords of the two database roles, where the settings name none. */
final class RolePasswords {

  private RolePasswords() {}

  static Database.Passwords of(DatabaseLogin admin) {
    if (admin.password().isEmpty()) {
      throw new StartupRefused(
          "The database administrator "
              + admin.user()
              + " has no password here, so none can be derived for Tapline's own roles: set"
              + " TAPLINE_DATABASE_PASSWORD, or TAPLINE_OWNER_PASSWORD and"
              + " TAPLINE_SERVING_PASSWORD.");
    }
    return Database.Passwords.derivedFrom(admin.password());
  }
}
