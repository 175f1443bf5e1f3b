package io.tapline.engine.read;

import io.tapline.engine.domain.Known;
import io.tapline.engine.store.Kinds;
import io.tapline.engine.store.Objects;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.TapDb;
import java.util.List;
import java.util.Set;

/** Objects of a trade, and what they are linked to. */
public final class ObjectReads {

  private final TapDb tapDb;
  private final Kinds kinds;

  ObjectReads(TapDb tapDb, Kinds kinds) {
    this.tapDb = tapDb;
    this.kinds = kinds;
  }

  /** Null when there is none. */
  public Known one(long tenantId, String euid) {
    var uid = EuidMint.uidOf(euid);
    if (uid.isEmpty()) {
      return null;
    }
    var found =
        tapDb.transaction(tenantId, tx -> new Objects(tx, kinds).byUid(Set.of(uid.getAsLong())));
    var object = found.get(uid.getAsLong());
    return object != null && object.euid().equals(euid) ? object : null;
  }

  public List<Known> parents(long tenantId, Known of, String relationship) {
    return relatives(tenantId, of, relationship, true);
  }

  public List<Known> children(long tenantId, Known of, String relationship) {
    return relatives(tenantId, of, relationship, false);
  }

  private List<Known> relatives(long tenantId, Known of, String relationship, boolean parents) {
    return tapDb.transaction(
        tenantId,
        tx -> {
          var objects = new Objects(tx, kinds);
          var links = objects.relations(Set.of(of.uid()), Set.of(relationship), parents);
          var found = objects.byUid(links.stream().map(Objects.Relation::far).toList());
          return links.stream().map(link -> found.get(link.far())).filter(o -> o != null).toList();
        });
  }
}
