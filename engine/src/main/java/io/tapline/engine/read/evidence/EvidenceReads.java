package io.tapline.engine.read.evidence;

import io.tapline.api.DeadLetterGroups;
import io.tapline.api.Page;
import io.tapline.api.ResolutionState;
import io.tapline.engine.model.HoldStatus;
import io.tapline.engine.read.base.PageCursor;
import io.tapline.engine.store.TemplateCache;
import io.tapline.tapdb.TapDb;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Pages of leases, holds and dead letters of all jobs. */
public final class EvidenceReads {

  private final TapDb tapDb;
  private final TemplateCache templateCache;
  private final LeaseReads leases;

  public EvidenceReads(TapDb tapDb, TemplateCache templateCache) {
    this.tapDb = tapDb;
    this.templateCache = templateCache;
    this.leases = new LeaseReads(tapDb, templateCache);
  }

  public Page<JsonNode> holds(long tenantId, HoldStatus status, int limit, String cursor) {
    return list(
        tenantId,
        LinkedEvidence.HOLD,
        names(status, HoldStatus.values()),
        DeadLetterFilter.NONE,
        limit,
        cursor);
  }

  public Page<JsonNode> deadLetters(
      long tenantId, DeadLetterFilter filter, int limit, String cursor) {
    return list(
        tenantId,
        LinkedEvidence.DEAD_LETTER,
        names(filter.state(), ResolutionState.values()),
        filter,
        limit,
        cursor);
  }

  /** Dead letters counted by group. */
  public DeadLetterGroups deadLetterGroups(long tenantId, DeadLetterFilter filter) {
    return tapDb.snapshot(
        tenantId,
        tx ->
            DeadLetterGroupReads.read(
                tx, templateCache, names(filter.state(), ResolutionState.values()), filter));
  }

  /**
   * A lapsed lease counts as EXPIRED from its expiry on, settled or not. A page may be short and
   * still have a successor.
   */
  public Page<JsonNode> leases(long tenantId, LeaseFilter filter, int limit, String cursor) {
    return leases.list(tenantId, filter, limit, cursor);
  }

  /** The state of a lease for its worker. */
  public enum LeaseStanding {
    LIVE,
    /** A report of the worker ended it. */
    ENDED_BY_WORKER,
    LAPSED,
    /** Another action ended it. */
    TAKEN
  }

  /** Unknown EUIDs are omitted. */
  public Map<String, LeaseStanding> leaseStandings(long tenantId, Collection<String> leaseEuids) {
    return leases.standings(tenantId, leaseEuids);
  }

  private Page<JsonNode> list(
      long tenantId,
      LinkedEvidence what,
      String[] statuses,
      DeadLetterFilter filter,
      int limit,
      String cursor) {
    int most = PageCursor.limit(limit);
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var found = what.list(tx, templateCache, statuses, filter, cursor, most);
          var shown = found.fitting();
          return ListedObject.page(
              shown, most, found.more() ? shown.get(shown.size() - 1).uid() : null);
        });
  }

  private static <E extends Enum<E>> String[] names(E one, E[] all) {
    return one != null
        ? new String[] {one.name()}
        : Arrays.stream(all).map(Enum::name).toArray(String[]::new);
  }
}
