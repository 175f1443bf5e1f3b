package io.tapline.tapdb;

import java.sql.SQLException;
import java.util.Base64;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * A secret that all servers on one database share, drawn once and stored with the data: names
 * derived from it are equal on every server and after a restore, and cannot be derived elsewhere.
 * It belongs to the system tenant, which no SQL reader can access.
 */
public final class InstallationSecret {

  private static final String TEMPLATE = "data/system/installation/1.0";
  private static final int BYTES = 32;

  private InstallationSecret() {}

  /** Draws the secret unless it exists. A step of the preparation of a database; safe to repeat. */
  static void prepare(DataSource owner) {
    var store = new TapDb(owner);
    store.transaction(
        Tenant.SYSTEM,
        tx -> {
          // Two servers may start at the same moment.
          Tenants.lock(tx);
          return find(tx).isPresent() || insert(store, tx);
        });
  }

  public static byte[] read(DataSource source) {
    return new TapDb(source)
        .transaction(Tenant.SYSTEM, InstallationSecret::find)
        .map(Base64.getDecoder()::decode)
        .orElseThrow(() -> new IllegalStateException("the installation has no secret"));
  }

  private static Optional<String> find(Tx tx) throws SQLException {
    return tx
        .query(
            SqlFile.load(InstallationSecret.class, "tenant/installation_secret"),
            row -> row.getString("secret"))
        .stream()
        .findFirst();
  }

  private static boolean insert(TapDb store, Tx tx) throws SQLException {
    var template =
        store
            .templates()
            .byCode(tx, TEMPLATE)
            .orElseThrow(() -> new IllegalStateException("the system tenant has no base pack"));
    var secret = RandomSecret.bytes(BYTES);
    var document = Json.object();
    document
        .putObject("properties")
        .put("setting_key", "installation")
        .put("secret", Base64.getEncoder().encodeToString(secret));
    long uid = tx.drawUid();
    tx.update(
        SqlFile.load(InstallationSecret.class, "tenant/tenant_insert"),
        uid,
        template.uid(),
        template.mint(uid),
        "Installation",
        Json.print(document));
    return true;
  }
}
