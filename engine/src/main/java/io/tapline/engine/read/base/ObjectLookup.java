package io.tapline.engine.read.base;

import io.tapline.engine.model.Queue;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.SubjectRow;
import io.tapline.engine.store.TemplateCache;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Finds the job, queue or template that a request names, and refuses unknown names. */
public final class ObjectLookup {

  private ObjectLookup() {}

  public static SubjectRow subject(Tx tx, TemplateCache templateCache, String subjectEuid)
      throws SQLException {
    return findSubject(tx, templateCache, subjectEuid)
        .orElseThrow(() -> RefusedException.unknown("subject_euid", "job " + subjectEuid));
  }

  public static Optional<SubjectRow> findSubject(
      Tx tx, TemplateCache templateCache, String subjectEuid) throws SQLException {
    var uid = subjectEuid == null ? OptionalLong.empty() : EuidMint.uidOf(subjectEuid);
    var row =
        uid.isEmpty()
            ? null
            : new DecisionRows(tx, templateCache)
                .subjects(Set.of(uid.getAsLong()))
                .get(uid.getAsLong());
    return Optional.ofNullable(row).filter(one -> one.subject().euid().equals(subjectEuid));
  }

  public static Queue queue(Tx tx, TemplateCache templateCache, String queueKey)
      throws SQLException {
    var queue =
        queueKey == null
            ? null
            : new DecisionRows(tx, templateCache).queues().byKey(Set.of(queueKey)).get(queueKey);
    if (queue == null) {
      throw RefusedException.unknown("queue_key", "queue " + queueKey);
    }
    return queue;
  }

  /** The queue with this key, else the last retired queue with it. */
  public static Queue queueOrRetired(Tx tx, TemplateCache templateCache, String queueKey)
      throws SQLException {
    var rows = new DecisionRows(tx, templateCache);
    var open = rows.queues().byKey(Set.of(queueKey)).get(queueKey);
    if (open != null) {
      return open;
    }
    return rows.queues().byUid(rows.queues().withRetired(queueKey)).values().stream()
        .max(Comparator.comparingLong(Queue::uid))
        .orElseThrow(() -> RefusedException.unknown("queue_key", "queue " + queueKey));
  }

  /** The uid of the template that a list is filtered by, or null. */
  public static Long templateUid(Tx tx, TemplateCache templateCache, String code)
      throws SQLException {
    if (code == null) {
      return null;
    }
    var template = templateCache.find(tx, code);
    if (template == null) {
      throw RefusedException.unknown("template_code", "template " + code);
    }
    return template.uid();
  }
}
