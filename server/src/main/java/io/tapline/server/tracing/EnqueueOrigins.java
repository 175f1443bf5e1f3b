package io.tapline.server.tracing;

import io.opentelemetry.api.trace.TraceId;
import io.tapline.engine.Engine;
import io.tapline.tapdb.StoreException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The origin of jobs: the trace and the action of their enqueue. Used by one thread. */
final class EnqueueOrigins {

  private static final Logger LOG = LoggerFactory.getLogger(EnqueueOrigins.class);

  /** Cached so that the claim and the completion need no second read. */
  private static final int MOST = 20_000;

  /** The enqueue of a job. */
  record Origin(String traceId, String actionEuid) {}

  private record Key(long tenantId, String subjectEuid) {}

  private final Engine engine;
  private final Map<Key, Origin> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Origin> eldest) {
          return size() > MOST;
        }
      };

  EnqueueOrigins(Engine engine) {
    this.engine = engine;
  }

  void learn(long tenantId, String subjectEuid, String traceId, String actionEuid) {
    if (TraceId.isValid(traceId)) {
      known.put(new Key(tenantId, subjectEuid), new Origin(traceId, actionEuid));
    }
  }

  /** The origins of those jobs that were enqueued within a trace. */
  Map<String, Origin> originsOf(long tenantId, Set<String> subjectEuids) {
    var missing = new TreeSet<>(subjectEuids);
    missing.removeIf(euid -> known.containsKey(new Key(tenantId, euid)));
    if (!missing.isEmpty()) {
      ask(tenantId, missing);
    }
    var found = new HashMap<String, Origin>();
    for (var euid : subjectEuids) {
      var origin = known.get(new Key(tenantId, euid));
      if (origin != null) {
        found.put(euid, origin);
      }
    }
    return found;
  }

  private void ask(long tenantId, Set<String> subjectEuids) {
    try {
      engine
          .reads()
          .history()
          .enqueues(tenantId, subjectEuids)
          .forEach(
              enqueue ->
                  learn(tenantId, enqueue.subjectEuid(), enqueue.traceId(), enqueue.actionEuid()));
    } catch (StoreException e) {
      // A span without its link is better than none.
      LOG.debug("the origin of {} jobs could not be read", subjectEuids.size(), e);
    }
  }
}
