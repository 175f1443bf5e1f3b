package io.tapline.server.database;

import io.tapline.server.StartupRefused;
import io.tapline.tapdb.Database;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The passwords of the two database roles. Every server sets them when it starts, so all servers of
 * one database must come to the same ones without talking to each other: they follow from the
 * administrator's password, which all of them were given.
 */
final class RolePasswords {

  private static final String ALGORITHM = "HmacSHA256";

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
    return new Database.Passwords(
        derived(admin.password(), Database.OWNER_ROLE),
        derived(admin.password(), Database.SERVING_ROLE));
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
}
