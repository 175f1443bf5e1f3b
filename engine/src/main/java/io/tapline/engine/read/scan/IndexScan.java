package io.tapline.engine.read.scan;

import io.tapline.api.CorrelationRefs;
import io.tapline.api.ExecutionState;
import io.tapline.engine.store.DecisionRows;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.TimeText;
import io.tapline.tapdb.Tx;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One scan of an index: jobs in index order, from a position on.
 *
 * @param start the position before the first job
 */
public record IndexScan(NamedSql sql, Map<String, Object> parameters, ScanPlace start) {

  private static final NamedSql PARKED = sql("subject_search/subjects_parked");
  private static final NamedSql DELAYED = sql("subject_search/subjects_delayed");
  private static final NamedSql LEASED = sql("subject_search/subjects_leased");
  private static final NamedSql READY = sql("subject_search/subjects_ready");
  private static final NamedSql FINISHED = sql("subject_search/subjects_finished");
  private static final NamedSql OF_WORKER = sql("subject_search/subjects_of_worker");
  private static final NamedSql NEWEST = sql("subject_search/subjects_newest");
  private static final NamedSql NAMED = sql("subject_search/subjects_named");
  private static final NamedSql CONTAINING = sql("subject_search/subjects_containing");
  private static final NamedSql CORRELATED = sql("subject_search/subjects_correlated");
  private static final NamedSql REFERRED = sql("subject_search/subjects_referred");
  private static final NamedSql WITH_BARCODE = sql("subject_search/subjects_with_barcode");
  private static final NamedSql WITH_BULKY_BARCODE =
      sql("subject_search/subjects_with_bulky_barcode");

  /** Greater than every name that begins with a given prefix. */
  private static final String LAST_CHARACTER = Character.toString(Character.MAX_CODE_POINT);

  /**
   * Appended to the code of a state, it sorts after all entries of the state, which continue with a
   * space and a key.
   */
  private static final String BEHIND_QUEUES = "!";

  private static final ScanPlace LAST = new ScanPlace(Long.MAX_VALUE, null, null);

  /** Earlier than every stored time. */
  public static final String EVER = TimeText.of(TimeText.MIN);

  /** The position of a scan: a uid, and for some indexes the preceding columns. */
  public record ScanPlace(long uid, String text, ItemPosition item) {}

  /** A job that a scan read, whether it matches or not. */
  public record ScannedSubject(long uid, ScanPlace place, boolean matches) {}

  /**
   * The result of one read.
   *
   * @param looked the part of the page's maximum that the read consumed
   * @param ended whether the scan has no further jobs
   */
  public record ScanLook(List<ScannedSubject> subjects, int looked, boolean ended) {}

  /** Whether a position, which may come from a cursor, is valid for this scan. */
  boolean admits(ScanPlace place) {
    return (place.item() == null) == (start.item() == null)
        && (sql != DELAYED || isTime(place.text()));
  }

  private static boolean isTime(String text) {
    try {
      return text != null && TimeText.parse(text) != null;
    } catch (DateTimeException e) {
      return false;
    }
  }

  public ScanLook look(Tx tx, ScanPlace from, int look) throws SQLException {
    var subjects = subjects(tx, from, look);
    if (sql == CONTAINING) {
      return new ScanLook(subjects, look, subjects.stream().allMatch(ScannedSubject::matches));
    }
    return new ScanLook(subjects, subjects.size(), subjects.size() < look);
  }

  private List<ScannedSubject> subjects(Tx tx, ScanPlace from, int look) throws SQLException {
    var all = new HashMap<>(parameters);
    all.put("look", look);
    all.put("place_uid", from.uid());
    all.put("place_text", from.text());
    if (from.item() != null) {
      from.item().addTo(all);
    }
    return tx.query(sql, sql == READY ? IndexScan::ready : IndexScan::step, all);
  }

  private static ScannedSubject step(ResultSet row) throws SQLException {
    return new ScannedSubject(
        row.getLong("uid"),
        new ScanPlace(row.getLong("place_uid"), row.getString("place_text"), null),
        row.getBoolean("matches"));
  }

  private static ScannedSubject ready(ResultSet row) throws SQLException {
    return new ScannedSubject(
        row.getLong("uid"),
        new ScanPlace(0, null, ItemPosition.of(row)),
        row.getBoolean("matches"));
  }

  public static IndexScan parked(SubjectMatch match, ExecutionState state, String queueKey) {
    var from = state.code() + " " + (queueKey == null ? "" : queueKey);
    var to = queueKey == null ? state.code() + BEHIND_QUEUES : from;
    return new IndexScan(
        PARKED,
        match.state(state).with("parked_from", from).with("parked_to", to).parameters(),
        new ScanPlace(Long.MAX_VALUE, to, null));
  }

  /**
   * @param after selects jobs with a later time
   */
  public static IndexScan delayed(SubjectMatch match, String queueKey, String after) {
    return new IndexScan(
        DELAYED,
        match.with("walk_queue", queueKey).parameters(),
        new ScanPlace(Long.MAX_VALUE, after, null));
  }

  /**
   * @param after selects jobs whose lease ends later
   */
  public static IndexScan leased(SubjectMatch match, String after) {
    return new IndexScan(LEASED, match.with("lease_after", after).parameters(), LAST);
  }

  public static IndexScan ready(SubjectMatch match, String queueKey) {
    return new IndexScan(
        READY,
        match.with("walk_queue", queueKey).parameters(),
        new ScanPlace(0, null, ItemPosition.START));
  }

  public static IndexScan finished(SubjectMatch match, long queueUid) {
    return new IndexScan(
        FINISHED,
        match.anywhere().state(ExecutionState.COMPLETED).with("queue_uid", queueUid).parameters(),
        LAST);
  }

  public static IndexScan ofWorker(SubjectMatch match, long workerUid) {
    return new IndexScan(OF_WORKER, match.with("worker_uid", workerUid).parameters(), LAST);
  }

  public static IndexScan newest(SubjectMatch match) {
    return new IndexScan(NEWEST, match.parameters(), LAST);
  }

  public static IndexScan named(SubjectMatch match, String prefix) {
    return new IndexScan(
        NAMED,
        match.with("name_from", prefix).with("name_to", lastWith(prefix)).parameters(),
        new ScanPlace(0, prefix, null));
  }

  /** Jobs with the text within the name. It runs only if no other scan finds anything. */
  public static IndexScan containing(SubjectMatch match, String text) {
    boolean ascii = StandardCharsets.US_ASCII.newEncoder().canEncode(text);
    return new IndexScan(
        CONTAINING,
        match.with("contained", text).with("contained_in_ascii", ascii).parameters(),
        new ScanPlace(0, "", null));
  }

  /** Whether it runs only if no earlier scan found anything. */
  boolean lastResort() {
    return sql == CONTAINING;
  }

  static String lastWith(String prefix) {
    return prefix + LAST_CHARACTER;
  }

  public static IndexScan correlated(SubjectMatch match, String correlationId) {
    return new IndexScan(CORRELATED, match.with("correlated", correlationId).parameters(), LAST);
  }

  /** The jobs of one transaction, accession, run or step of another system. */
  public static IndexScan referred(SubjectMatch match, CorrelationRefs refs) {
    var all = new HashMap<>(match.parameters());
    SubjectMatch.index(all, refs);
    return new IndexScan(REFERRED, all, LAST);
  }

  /** The jobs that have this EUID as any of the four references. */
  public static IndexScan referred(SubjectMatch match, String euid) {
    var all = new HashMap<>(match.parameters());
    List.of("of_trx", "of_accession", "of_run", "of_step").forEach(name -> all.put(name, euid));
    return new IndexScan(REFERRED, all, LAST);
  }

  public static IndexScan withBarcode(SubjectMatch match, String barcode) {
    return new IndexScan(WITH_BARCODE, match.with("barcode", barcode).parameters(), LAST);
  }

  public static IndexScan withBulkyBarcode(SubjectMatch match, String barcode) {
    return new IndexScan(WITH_BULKY_BARCODE, match.with("barcode", barcode).parameters(), LAST);
  }

  private static NamedSql sql(String name) {
    return NamedSql.load(DecisionRows.class, name);
  }
}
