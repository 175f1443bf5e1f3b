package io.tapline.engine.read.lineage;

import io.tapline.engine.domain.ExistingObject;
import io.tapline.engine.store.DomainObjects;
import io.tapline.engine.store.TemplateCache;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.TapDb;
import java.util.List;
import java.util.Set;

/** Objects of a domain pack and their links. */
public final class ObjectReads {

  private final TapDb tapDb;
  private final TemplateCache templateCache;

  public ObjectReads(TapDb tapDb, TemplateCache templateCache) {
    this.tapDb = tapDb;
    this.templateCache = templateCache;
  }

  /** Null for an unknown object. */
  public ExistingObject one(long tenantId, String euid) {
    var uid = EuidMint.uidOf(euid);
    if (uid.isEmpty()) {
      return null;
    }
    var found =
        tapDb.transaction(
            tenantId, tx -> new DomainObjects(tx, templateCache).byUid(Set.of(uid.getAsLong())));
    var object = found.get(uid.getAsLong());
    return object != null && object.euid().equals(euid) ? object : null;
  }

  public List<ExistingObject> parents(long tenantId, ExistingObject of, String relationship) {
    return relatives(tenantId, of, relationship, true);
  }

  public List<ExistingObject> children(long tenantId, ExistingObject of, String relationship) {
    return relatives(tenantId, of, relationship, false);
  }

  private List<ExistingObject> relatives(
      long tenantId, ExistingObject of, String relationship, boolean parents) {
    return tapDb.transaction(
        tenantId,
        tx -> {
          var domainObjects = new DomainObjects(tx, templateCache);
          var links = domainObjects.relations(Set.of(of.uid()), Set.of(relationship), parents);
          var found = domainObjects.byUid(links.stream().map(DomainObjects.Relation::far).toList());
          return links.stream().map(link -> found.get(link.far())).filter(o -> o != null).toList();
        });
  }
}
