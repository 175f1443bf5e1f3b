package io.tapline.engine.read.credential;

import io.tapline.api.PrincipalView;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.TemplateCache;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.TapDb;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;

/** The principal behind an EUID in evidence. */
public final class PrincipalReads {

  private static final NamedSql ONE =
      NamedSql.load(DecisionRows.class, "credential/principal_by_uid");

  private final TapDb tapDb;
  private final TemplateCache templateCache;

  public PrincipalReads(TapDb tapDb, TemplateCache templateCache) {
    this.tapDb = tapDb;
    this.templateCache = templateCache;
  }

  public PrincipalView one(long tenantId, String euid) {
    var uid = EuidMint.uidOf(euid);
    List<PrincipalView> found =
        uid.isEmpty()
            ? List.of()
            : tapDb.snapshot(
                tenantId,
                tx ->
                    tx.query(
                        ONE,
                        row ->
                            new PrincipalView(
                                row.getString("euid"),
                                row.getString("principal_key"),
                                row.getString("name"),
                                row.getString("status"),
                                row.getObject("created_dt", OffsetDateTime.class).toInstant()),
                        Map.of(
                            "uid",
                            uid.getAsLong(),
                            "template",
                            templateCache.template(tx, TemplateCache.PRINCIPAL).uid())));
    return found.stream()
        .filter(principal -> principal.principalEuid().equals(euid))
        .findFirst()
        .orElseThrow(() -> RefusedException.unknown("principal_euid", "principal " + euid));
  }
}
