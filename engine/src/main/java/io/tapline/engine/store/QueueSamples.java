package io.tapline.engine.store;

import io.tapline.engine.model.ObjectRef;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.TimeText;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Samples of queues, one per minute, for the retention time of pulses. */
public final class QueueSamples {

  private static final NamedSql LOCK =
      NamedSql.load(QueueSamples.class, "queue_sample/sample_lock");
  private static final NamedSql INSERT =
      NamedSql.load(QueueSamples.class, "queue_sample/sample_insert");
  private static final NamedSql READ =
      NamedSql.load(QueueSamples.class, "queue_sample/queue_samples");
  private static final NamedSql NEWEST =
      NamedSql.load(QueueSamples.class, "queue_sample/sample_newest");

  private QueueSamples() {}

  /**
   * The part of a tenant's sample that is about one queue.
   *
   * @param uid every lease granted before the sample has a smaller uid
   * @param sample null when the queue was empty and idle
   */
  public record Row(long uid, Instant minute, String sample) {}

  /** The newest sample of a queue; not null. */
  public record NewestSample(Instant takenAt, String sample) {}

  /** Whether this transaction takes the tenant's next sample. */
  public static boolean lock(Tx tx) throws SQLException {
    return tx.query(LOCK, row -> row.getBoolean("mine"), Map.of()).get(0);
  }

  /** Samples between two minutes, both included, oldest first. */
  public static List<Row> read(Tx tx, String queueKey, Instant from, Instant to)
      throws SQLException {
    return tx.query(
        READ,
        row ->
            new Row(
                row.getLong("uid"),
                TimeText.parse(row.getString("minute")),
                row.getString("sample")),
        Map.of("queue", queueKey, "from_minute", TimeText.of(from), "to_minute", TimeText.of(to)));
  }

  /** Null when no sample was taken, or when the queue was empty and idle. */
  public static NewestSample newest(Tx tx, String queueKey) throws SQLException {
    return tx
        .query(
            NEWEST,
            row ->
                new NewestSample(
                    TimeText.parse(row.getString("taken_at")), row.getString("sample")),
            Map.of("queue", queueKey))
        .stream()
        .filter(newestSample -> newestSample.sample() != null)
        .findFirst()
        .orElse(null);
  }

  public static void write(
      Tx tx,
      TemplateCache templateCache,
      ObjectRef ref,
      Instant now,
      Instant minute,
      Map<String, ?> samples)
      throws SQLException {
    var properties = new TreeMap<String, Object>();
    properties.put("action_key", "sample_queues");
    properties.put("idempotency_key", TimeText.of(minute));
    properties.put("queues", samples);
    insert(tx, templateCache, ref, now, properties);
  }

  /** Inserts a sample of any kind. */
  static void insert(
      Tx tx, TemplateCache templateCache, ObjectRef ref, Instant now, Map<String, ?> properties)
      throws SQLException {
    tx.update(
        INSERT,
        Map.of(
            "uid",
            ref.uid(),
            "template",
            templateCache.template(tx, TemplateCache.QUEUE_SAMPLE).uid(),
            "euid",
            ref.euid(),
            "document",
            Json.print(Map.of("properties", properties)),
            "now",
            now));
  }
}
