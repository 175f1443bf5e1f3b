package io.tapline.engine.pipeline.pack;

import io.tapline.api.request.PerformAction;
import io.tapline.engine.domain.ActionFacts;
import io.tapline.engine.domain.ExistingObject;
import io.tapline.engine.domain.NeededObjects;
import io.tapline.engine.store.DomainObjects;
import io.tapline.tapdb.EuidMint;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the facts for the decision of a pack action, once the locks are held. */
final class ActionFactsReader {

  private final DomainObjects domainObjects;
  private final NeededObjects neededObjects;

  ActionFactsReader(DomainObjects domainObjects, NeededObjects neededObjects) {
    this.domainObjects = domainObjects;
    this.neededObjects = neededObjects;
  }

  /**
   * @param lead the subject of the request, or null
   */
  ActionFacts read(PerformAction command, Long lead, Instant now) throws SQLException {
    var near = new HashSet<Long>();
    neededObjects.named().forEach(euid -> near.add(EuidMint.uidOrNull(euid)));
    if (lead != null) {
      near.add(lead);
    }
    var up = new ArrayList<>(domainObjects.relations(near, neededObjects.parents(), true));
    up.addAll(ancestors(near));
    var down = domainObjects.relations(near, neededObjects.children(), false);
    var all = new HashSet<>(near);
    up.forEach(link -> all.add(link.far()));
    down.forEach(link -> all.add(link.far()));
    var found = domainObjects.byUid(all);
    var relatives = new ArrayList<ActionFacts.LinkedObject>();
    up.forEach(link -> relative(relatives, found, link, true));
    down.forEach(link -> relative(relatives, found, link, false));
    var byEuid = new HashMap<String, ExistingObject>();
    near.forEach(uid -> byEuid.put(found.get(uid).euid(), found.get(uid)));
    return new ActionFacts(
        command.fields(),
        command.reason(),
        lead == null ? null : found.get(lead),
        neededObjects.members().stream().map(byEuid::get).toList(),
        byEuid,
        relatives,
        now);
  }

  /** Reads one generation at a time; an object that was reached before is not followed again. */
  private List<DomainObjects.Relation> ancestors(Set<Long> near) throws SQLException {
    var links = new ArrayList<DomainObjects.Relation>();
    var met = new HashSet<>(near);
    Collection<Long> generation = near;
    while (!generation.isEmpty()) {
      var found = domainObjects.relations(generation, neededObjects.ancestors(), true);
      links.addAll(found);
      generation = found.stream().map(DomainObjects.Relation::far).filter(met::add).toList();
    }
    return links;
  }

  private static void relative(
      List<ActionFacts.LinkedObject> relatives,
      Map<Long, ExistingObject> found,
      DomainObjects.Relation link,
      boolean parent) {
    if (found.containsKey(link.near()) && found.containsKey(link.far())) {
      relatives.add(
          new ActionFacts.LinkedObject(
              found.get(link.near()), link.relationship(), parent, found.get(link.far())));
    }
  }
}
