package io.tapline.bench.chaos;

import io.tapline.bench.chaos.log.LogFile;
import io.tapline.bench.chaos.log.LogLine;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReference;

/** How far the work of a run is from its end. */
final class RunProgress {

  private static final String BEGUN =
      "select exists (select from tapline.instance_subject where exec_state = 'COMPLETED')";

  private static final String UNSETTLED =
      "select exists (select from tapline.instance_subject where exec_state not in"
          + " ('COMPLETED', 'FAILED_TERMINAL', 'CANCELED'))"
          + " or exists (select from tapline.instance_lease where status = 'ACTIVE')";

  private static final String LAST_EVENT =
      "select euid || '.' || jsonb_array_length(json_addl #> '{properties,events}') - 1"
          + " from tapline.generic_instance where storage_class in ('action', 'pulse')"
          + " and event_type is not null order by feed_key desc, uid desc limit 1";

  private final ChaosSite site;

  RunProgress(ChaosSite site) {
    this.site = site;
  }

  /** Some work has been done: clients, workers and servers are all there. */
  boolean begun() {
    return "t".equals(text(BEGUN));
  }

  /** Every subject has ended, and every lease. */
  boolean settled() {
    return "f".equals(text(UNSETTLED));
  }

  /** The consumer has read the last event. */
  boolean feedRead() {
    var last = text(LAST_EVENT);
    return last != null && last.equals(lastRead());
  }

  private String lastRead() {
    var last = new AtomicReference<String>();
    var reader = site.reader();
    for (int start = reader.starts(); start > 0 && last.get() == null; start--) {
      LogFile.read(
          site.folder().resolve(reader.name() + "." + start + LogFile.SUFFIX),
          line -> {
            if (line.kind() == LogLine.Kind.PAGE) {
              last.set(line.items().get(line.items().size() - 1).key());
            }
          });
    }
    return last.get();
  }

  /** Null where the database does not answer. */
  private String text(String sql) {
    try (var admin = site.postgres().primary().connect();
        var statement = admin.createStatement();
        var rows = statement.executeQuery(sql)) {
      return rows.next() ? rows.getString(1) : null;
    } catch (SQLException e) {
      return null;
    }
  }
}
