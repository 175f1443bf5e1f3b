package io.tapline.engine.store;

import io.tapline.tapdb.SqlFile;
import io.tapline.tapdb.StatementList;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;

/** Updates the envelopes of a batch with one statement (subject.sql#update_subjects). */
final class SubjectUpdate {

  private static final String FILE = SqlFile.load(SubjectUpdate.class, "subject/update_subjects");

  /** The time never decreases, also if the clock was set back. */
  private static final String MARKS =
      "settled = null, modified_dt = greatest(o.modified_dt, :now), ";

  /**
   * Steps change the envelopes: they set the time of the change and remove the mark {@code
   * settled}.
   */
  static final String STEPS = FILE.replace("{marks}", MARKS);

  /** Grants change leases only. */
  private static final String GRANTS = FILE.replace("{marks}", "");

  private final boolean steps;
  private final BatchUpdate rows;

  /**
   * @param steps whether the rows change envelopes; otherwise they change leases only
   */
  SubjectUpdate(boolean steps) {
    this.steps = steps;
    this.rows = new BatchUpdate(steps ? STEPS : GRANTS, SubjectColumns.STEP);
  }

  /** The columns before and after, in the order of {@link SubjectColumns#of}. */
  void add(long uid, Object[] before, Object[] after) {
    rows.add(uid, after);
    for (int i = 0; i < after.length; i++) {
      if (!Objects.equals(before[i], after[i])) {
        rows.change(i);
      }
    }
    // The mark may have set the column to null, which the envelope does not contain, and a step
    // removes the mark.
    if (steps && after[SubjectColumns.EMPTIED_BY_MARK] != null) {
      rows.change(SubjectColumns.EMPTIED_BY_MARK);
    }
  }

  void write(StatementList statements, Instant now, long feedKey) {
    rows.write(statements, Map.of("now", now, "feed_key", feedKey));
  }
}
