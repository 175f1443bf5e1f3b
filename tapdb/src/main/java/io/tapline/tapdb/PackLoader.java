package io.tapline.tapdb;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;

/** Updates the templates of a tenant to those of a pack. Loading a pack twice changes nothing. */
public final class PackLoader {

  private PackLoader() {}

  /**
   * Loads inside the open transaction of the owner, whose tenant is set. Templates that the pack
   * does not contain stay unchanged.
   *
   * @return number of added or changed templates
   */
  public static int load(Connection ownerInTransaction, long tenantId, TemplatePack pack)
      throws SQLException {
    var tx = new Tx(ownerInTransaction, tenantId);
    return load(tx, domain(tx), pack);
  }

  /** The EUID domain of a tenant with templates. */
  static String domain(Tx tx) throws SQLException {
    return tx
        .query(
            SqlFile.load(PackLoader.class, "template/templates_of_tenant"),
            row -> row.getString("euid_domain"),
            tx.tenantId())
        .stream()
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("there is no tenant " + tx.tenantId()));
  }

  static int load(Tx tx, String domain, TemplatePack pack) throws SQLException {
    ServerLock.PACKS.holdFor(tx, tx.tenantId());
    var existing = existing(tx);
    refuseMoves(pack, existing);
    int touched = 0;
    for (var entry : pack.templates()) {
      touched += existing.containsKey(entry.code()) ? update(tx, entry) : insert(tx, domain, entry);
    }
    return touched;
  }

  /**
   * Issued EUIDs contain the prefix, and rows do not move between partitions: neither may change.
   */
  private static void refuseMoves(TemplatePack pack, Map<String, StoredTemplate> existing) {
    var problems = new ArrayList<PackRefused.Problem>();
    for (int i = 0; i < pack.templates().size(); i++) {
      var entry = pack.templates().get(i);
      var storedTemplate = existing.get(entry.code());
      if (storedTemplate == null) continue;
      var at = "$.templates[" + i + "]";
      if (storedTemplate.storageClass() != entry.storageClass()) {
        problems.add(
            new PackRefused.Problem(
                at + ".storage_class",
                entry.code()
                    + " is stored as "
                    + storedTemplate.storageClass().code()
                    + " and cannot become "
                    + entry.storageClass().code()
                    + "; give the new one another version"));
      }
      if (!storedTemplate.prefix().equals(entry.prefix())) {
        problems.add(
            new PackRefused.Problem(
                at + ".prefix",
                entry.code()
                    + " has prefix "
                    + storedTemplate.prefix()
                    + " and cannot take "
                    + entry.prefix()
                    + "; give the new one another version"));
      }
    }
    if (!problems.isEmpty()) throw new PackRefused(pack.file(), problems);
  }

  private static Map<String, StoredTemplate> existing(Tx tx) throws SQLException {
    var byCode = new HashMap<String, StoredTemplate>();
    tx.query(
        SqlFile.load(PackLoader.class, "template/templates_of_tenant"),
        row ->
            byCode.put(
                row.getString("template_code"),
                new StoredTemplate(
                    row.getString("euid_prefix"), StorageClass.of(row.getString("storage_class")))),
        tx.tenantId());
    return byCode;
  }

  private static int insert(Tx tx, String domain, TemplatePack.Entry entry) throws SQLException {
    return tx.update(
        SqlFile.load(PackLoader.class, "template/template_insert"),
        tx.tenantId(),
        tx.tenantId(),
        entry.code(),
        domain,
        entry.prefix(),
        entry.storageClass().code(),
        Json.print(entry.json()));
  }

  private static int update(Tx tx, TemplatePack.Entry entry) throws SQLException {
    var json = Json.print(entry.json());
    return tx.update(
        SqlFile.load(PackLoader.class, "template/template_update"),
        json,
        tx.tenantId(),
        entry.code(),
        json);
  }

  private record StoredTemplate(String prefix, StorageClass storageClass) {}
}
