package io.tapline.bench.chaos;

import io.tapline.bench.chaos.log.LogFile;
import io.tapline.bench.chaos.log.LogLine;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReference;

/** The progress of the work of a run. */
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

  /** Some work has been done, so clients, workers and servers are running. */
  boolean begun() {
    return "t".equals(text(BEGUN));
  }

  /** All subjects and all leases have ended. */
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
    var reader = site.reader;
    for (int start = reader.starts(); start > 0 && last.get() == null; start--) {
      LogFile.read(
          site.folder.resolve(reader.name() + "." + start + LogFile.SUFFIX),
          line -> {
            if (line.kind() == LogLine.Kind.PAGE) {
              last.set(line.items().get(line.items().size() - 1).key());
            }
          });
    }
    return last.get();
  }

  /** Returns null if the database does not answer. */
  private String text(String sql) {
    try (var admin = site.postgres.primary().connect();
        var statement = admin.createStatement();
        var rows = statement.executeQuery(sql)) {
      return rows.next() ? rows.getString(1) : null;
    } catch (SQLException e) {
      return null;
    }
  }
}
