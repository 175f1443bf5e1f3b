package io.tapline.engine.store;

import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.TimeText;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Samples of all queues and workers of a tenant, for the retention time of pulses. */
public final class TenantSamples {

  private static final NamedSql READ =
      NamedSql.load(TenantSamples.class, "queue_sample/tenant_samples");

  private static final String MINUTE = "sample_whole_minute";
  private static final String QUARTER = "sample_whole_quarter";

  private TenantSamples() {}

  /** A sample, and the start of its minute or quarter of an hour. */
  public record Row(Instant at, String sample) {}

  /** Samples between two instants, both included, oldest first. */
  public static List<Row> minutes(Tx tx, Instant from, Instant to) throws SQLException {
    return read(tx, MINUTE, from, to);
  }

  public static List<Row> quarters(Tx tx, Instant from, Instant to) throws SQLException {
    return read(tx, QUARTER, from, to);
  }

  private static List<Row> read(Tx tx, String which, Instant from, Instant to) throws SQLException {
    return tx.query(
        READ,
        row -> new Row(TimeText.parse(row.getString("at")), row.getString("sample")),
        Map.of("which", which, "from_time", TimeText.of(from), "to_time", TimeText.of(to)));
  }

  public static void writeMinute(
      Tx tx,
      TemplateCache templateCache,
      TransactionClockAndIds clockAndIds,
      Instant at,
      Object sample)
      throws SQLException {
    write(tx, templateCache, clockAndIds, MINUTE, at, sample);
  }

  public static void writeQuarter(
      Tx tx,
      TemplateCache templateCache,
      TransactionClockAndIds clockAndIds,
      Instant at,
      Object sample)
      throws SQLException {
    write(tx, templateCache, clockAndIds, QUARTER, at, sample);
  }

  private static void write(
      Tx tx,
      TemplateCache templateCache,
      TransactionClockAndIds clockAndIds,
      String which,
      Instant at,
      Object sample)
      throws SQLException {
    var ref = clockAndIds.next(templateCache.template(tx, TemplateCache.QUEUE_SAMPLE));
    var properties =
        Map.of("action_key", which, "idempotency_key", TimeText.of(at), "whole", sample);
    QueueSamples.insert(tx, templateCache, ref, clockAndIds.now(), properties);
  }
}
