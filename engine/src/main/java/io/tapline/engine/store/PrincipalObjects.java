package io.tapline.engine.store;

import io.tapline.engine.model.Caller;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.StoreException;
import io.tapline.tapdb.TapDb;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Every principal has an object, created with its first request, so that evidence can link to a
 * person.
 */
public final class PrincipalObjects {

  private static final NamedSql BY_KEY =
      NamedSql.load(PrincipalObjects.class, "credential/principal_by_key");

  private final TapDb tapDb;
  private final TemplateCache templateCache;
  private final Map<Key, Long> known = new ConcurrentHashMap<>();

  private record Key(long tenantId, String principal) {}

  public PrincipalObjects(TapDb tapDb, TemplateCache templateCache) {
    this.tapDb = tapDb;
    this.templateCache = templateCache;
    // An object that was created just before a failover may be missing after it.
    tapDb.onNewIncarnation(known::clear);
  }

  public long uidOf(Caller caller) {
    var key = new Key(caller.tenantId(), caller.principal());
    var uid = known.get(key);
    if (uid == null) {
      uid = findOrMake(caller);
      known.put(key, uid);
    }
    return uid;
  }

  private long findOrMake(Caller caller) {
    var found = find(caller);
    if (!found.isEmpty()) {
      return found.get(0);
    }
    try {
      return make(caller);
    } catch (StoreException e) {
      if (!e.isUniqueViolation()) {
        throw e;
      }
      // Another server created the object concurrently.
      return find(caller).get(0);
    }
  }

  private List<Long> find(Caller caller) {
    return tapDb.transaction(
        caller.tenantId(),
        tx ->
            tx.query(
                BY_KEY,
                row -> row.getLong("uid"),
                Map.of(
                    "template",
                    templateCache.template(tx, TemplateCache.PRINCIPAL).uid(),
                    "key",
                    caller.principal())));
  }

  private long make(Caller caller) {
    return tapDb.transaction(
        caller.tenantId(),
        tx -> {
          var clockAndIds = TransactionClockAndIds.underLock(tx, templateCache, 1);
          var template = templateCache.template(tx, TemplateCache.PRINCIPAL);
          var ref = clockAndIds.next(template);
          var note = Json.object().put("principal_key", caller.principal()).put("status", "ACTIVE");
          var writer = new BatchWriter(tx, templateCache, clockAndIds);
          writer.register(ref, template, caller.principal(), note);
          writer.write();
          return ref.uid();
        });
  }
}
