package io.tapline.engine.store;

import io.tapline.engine.model.ObjectRef;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.TimeText;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Stores which workers claim from which queues: each server stores the claims that it received, as
 * a pulse, so that the answers of all servers agree.
 */
public final class ClaimDemandRows {

  /** Key for all queues of a worker, used for claims that name no queue. */
  public static final String ANY = "";

  private static final NamedSql READ =
      NamedSql.load(ClaimDemandRows.class, "queue_sample/claim_demand");
  private static final NamedSql INSERT =
      NamedSql.load(ClaimDemandRows.class, "queue_sample/sample_insert");

  private ClaimDemandRows() {}

  /** The uids of workers, by the key of the queue that they claimed from since this time. */
  public static Map<String, Set<Long>> since(Tx tx, Instant from) throws SQLException {
    var asked = new HashMap<String, Set<Long>>();
    for (var note :
        tx.query(READ, row -> row.getString("requested"), Map.of("since", TimeText.of(from)))) {
      Json.parse(note)
          .properties()
          .forEach(
              queue -> {
                var workers = asked.computeIfAbsent(queue.getKey(), key -> new HashSet<>());
                queue.getValue().forEach(uid -> workers.add(uid.asLong()));
              });
    }
    return asked;
  }

  /** The uid is part of the key, because a server may write twice at one instant. */
  public static void write(
      Tx tx,
      TemplateCache templateCache,
      ObjectRef ref,
      Instant now,
      Map<String, List<Long>> workersByQueue)
      throws SQLException {
    var properties = new TreeMap<String, Object>();
    properties.put("action_key", "note_asked_queues");
    properties.put("idempotency_key", TimeText.of(now) + " " + ref.uid());
    properties.put("asked", workersByQueue);
    tx.update(
        INSERT,
        Map.of(
            "uid",
            ref.uid(),
            "template",
            templateCache.template(tx, TemplateCache.ASKED_QUEUES).uid(),
            "euid",
            ref.euid(),
            "document",
            Json.print(Map.of("properties", properties)),
            "now",
            now));
  }
}
