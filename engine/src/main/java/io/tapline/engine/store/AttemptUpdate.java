package io.tapline.engine.store;

import io.tapline.engine.model.ExecutionRecord;
import io.tapline.engine.model.Lease;
import io.tapline.tapdb.SqlFile;
import io.tapline.tapdb.StatementList;
import java.time.Instant;
import java.util.Map;

/**
 * What a batch changes of attempts, in one statement (attempt.sql#update_attempts). An attempt only
 * gains: what it has said is never taken back, so a column without a value is left as it is.
 */
final class AttemptUpdate {

  private static final String FILE = SqlFile.load(AttemptUpdate.class, "attempt/update_attempts");

  private final BatchUpdate rows = new BatchUpdate(FILE, AttemptColumns.CHANGING);

  /**
   * @param record as it is closed, or null while the attempt goes on. A batch has either those that
   *     end or those that go on: a column is written in all of its rows.
   */
  void add(Lease lease, ExecutionRecord record) {
    var values = AttemptColumns.changing(lease.terms(), record == null ? null : record.attempt());
    rows.add(lease.uid(), values);
    for (int i = 0; i < values.length; i++) {
      if (values[i] != null) {
        rows.change(i);
      }
    }
  }

  void write(StatementList statements, Instant now) {
    rows.write(statements, Map.of("now", now));
  }
}
