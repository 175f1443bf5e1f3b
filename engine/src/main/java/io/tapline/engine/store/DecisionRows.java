package io.tapline.engine.store;

import io.tapline.engine.decide.DecisionInput.NamedDispatch;
import io.tapline.engine.model.DeadLetter;
import io.tapline.engine.model.DeadLetterNote;
import io.tapline.engine.model.ExecutionRecord;
import io.tapline.engine.model.Hold;
import io.tapline.engine.model.HoldNote;
import io.tapline.engine.model.Lease;
import io.tapline.engine.model.Subject;
import io.tapline.tapdb.Deferred;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Reads the input of decisions: jobs with their leases, holds and dead letters. */
public final class DecisionRows {

  private static final NamedSql LOCK_SUBJECTS = sql("subject/lock_subjects");
  private static final NamedSql LOCK_REGISTRY = sql("registry/lock_registry");
  private static final NamedSql LOCK_FREE_SUBJECTS = sql("subject/lock_free_subjects");
  private static final NamedSql READ_SUBJECTS = sql("subject/read_subjects");
  private static final NamedSql READ_LEASES = sql("attempt/read_leases");
  private static final NamedSql HELD_LEASES = sql("step/held_leases");
  private static final NamedSql SUBJECTS_OF = sql("dead_letter/subjects_of");
  private static final NamedSql LINKED = sql("dead_letter/linked_objects");
  private static final NamedSql NAMED_DISPATCHES = sql("attempt/named_dispatches");
  private static final NamedSql LAST_UNLEASED_RECORDS = sql("attempt/last_unleased_records");
  private static final NamedSql READ_REGISTRY = sql("registry/read_registry");
  private static final NamedSql OBJECTS = sql("subject/objects_by_uid");

  private final Tx tx;
  private final TemplateCache templateCache;

  public DecisionRows(Tx tx, TemplateCache templateCache) {
    this.tx = tx;
    this.templateCache = templateCache;
  }

  public QueueRows queues() {
    return new QueueRows(tx, templateCache);
  }

  public WorkerRows workers() {
    return new WorkerRows(tx, templateCache);
  }

  /** A lease that a request names, with its attempt. */
  public record LeaseRow(Lease lease, ExecutionRecord record) {}

  /** Locks jobs in the order of their uids. */
  public void lockSubjects(Collection<Long> uids) throws SQLException {
    if (!uids.isEmpty()) {
      tx.query(LOCK_SUBJECTS, row -> row.getLong(1), Map.of("uids", array(new TreeSet<>(uids))));
    }
  }

  /** Locks registered objects in the order of their uids. */
  public void lockRegistered(Collection<Long> uids) throws SQLException {
    if (!uids.isEmpty()) {
      tx.query(LOCK_REGISTRY, row -> row.getLong(1), Map.of("uids", array(new TreeSet<>(uids))));
    }
  }

  /**
   * Locks those jobs that no other transaction has locked, in the order of their uids; the result
   * is available after the next statement ({@link Tx#later}).
   */
  public Deferred<Set<Long>> askFreeSubjects(Collection<Long> uids) {
    Set<Long> locked = new HashSet<>();
    return uids.isEmpty()
        ? Deferred.of(locked)
        : tx.later(
            LOCK_FREE_SUBJECTS,
            locked,
            (free, row) -> free.add(row.getLong(1)),
            Map.of("uids", array(new TreeSet<>(uids))));
  }

  public Map<Long, SubjectRow> subjects(Collection<Long> uids) throws SQLException {
    return subjects(uids, false);
  }

  public Map<Long, SubjectRow> subjectsWithProperties(Collection<Long> uids) throws SQLException {
    return subjects(uids, true);
  }

  private Map<Long, SubjectRow> subjects(Collection<Long> uids, boolean withProperties)
      throws SQLException {
    var asked = askSubjects(uids, withProperties);
    tx.flush();
    var found = asked.get();
    addRetired(uids, found);
    return found;
  }

  /** Adds the tombstones of those that were not found. */
  public void addRetired(Collection<Long> uids, Map<Long, SubjectRow> found) throws SQLException {
    RetiredSubjects.addMissing(tx, templateCache, uids, found);
  }

  /** Reads jobs without their properties with the next statement. */
  public Deferred<Map<Long, SubjectRow>> askSubjects(Collection<Long> uids) {
    return askSubjects(uids, false);
  }

  private Deferred<Map<Long, SubjectRow>> askSubjects(
      Collection<Long> uids, boolean withProperties) {
    Map<Long, SubjectRow> found = new HashMap<>();
    return uids.isEmpty()
        ? Deferred.of(found)
        : tx.later(
            READ_SUBJECTS,
            found,
            (rows, r) -> {
              var row = subject(r);
              rows.put(row.subject().uid(), row);
            },
            Map.of("uids", array(uids), "with_properties", withProperties));
  }

  public Map<Long, LeaseRow> leases(Collection<Long> uids) throws SQLException {
    var found = new HashMap<Long, LeaseRow>();
    if (!uids.isEmpty()) {
      for (var row :
          tx.query(
              READ_LEASES,
              r -> leaseRow(r, r.getLong("subject_uid")),
              Map.of("uids", array(uids)))) {
        found.put(row.lease().uid(), row);
      }
    }
    return found;
  }

  /** Those of the leases that are live, without locks. */
  public List<StepStatement.HeldLease> heldLeases(Collection<Long> uids) throws SQLException {
    return tx.query(
        HELD_LEASES,
        r -> new StepStatement.HeldLease(r.getString("place"), subject(r), null),
        Map.of("uids", array(uids)));
  }

  /** The job of each hold or dead letter. */
  public Map<Long, Long> subjectsOf(Collection<Long> uids, String relationship)
      throws SQLException {
    var found = new HashMap<Long, Long>();
    if (!uids.isEmpty()) {
      tx.query(
          SUBJECTS_OF,
          r -> found.put(r.getLong("child_uid"), r.getLong("parent_uid")),
          Map.of("uids", array(uids), "relationship", relationship));
    }
    return found;
  }

  public Map<Long, List<Hold>> activeHolds(Collection<Long> subjects) throws SQLException {
    var found = new HashMap<Long, List<Hold>>();
    if (!subjects.isEmpty()) {
      tx.query(
          LINKED,
          r ->
              found.computeIfAbsent(r.getLong("parent_uid"), key -> new ArrayList<>()).add(hold(r)),
          Map.of(
              "uids",
              array(subjects),
              "relationship",
              io.tapline.engine.decide.LinkTypes.SUBJECT_HOLD,
              "status",
              "ACTIVE"));
    }
    return found;
  }

  public Map<Long, DeadLetter> openDeadLetters(Collection<Long> subjects) throws SQLException {
    var found = new HashMap<Long, DeadLetter>();
    if (!subjects.isEmpty()) {
      tx.query(
          LINKED,
          r -> found.put(r.getLong("parent_uid"), deadLetter(r)),
          Map.of(
              "uids",
              array(subjects),
              "relationship",
              io.tapline.engine.decide.LinkTypes.SUBJECT_DEAD_LETTER,
              "status",
              "OPEN"));
    }
    return found;
  }

  /** The uid of each job's last record without a lease, if it has one. */
  public Map<Long, Long> lastUnleasedRecords(Collection<Long> subjects) throws SQLException {
    var found = new HashMap<Long, Long>();
    if (!subjects.isEmpty()) {
      tx.query(
          LAST_UNLEASED_RECORDS,
          r -> found.put(r.getLong("subject_uid"), r.getLong("record_uid")),
          Map.of("uids", array(subjects)));
    }
    return found;
  }

  /**
   * The newest dispatch of each job under its reference, if there was one.
   *
   * @param references by job
   * @param system the principal that reports overdue work; its reports are not results from outside
   */
  public Map<Long, NamedDispatch> namedDispatches(Map<Long, String> references, String system)
      throws SQLException {
    var found = new HashMap<Long, NamedDispatch>();
    if (!references.isEmpty()) {
      tx.query(
          NAMED_DISPATCHES,
          r ->
              found.put(
                  r.getLong("subject_uid"),
                  new NamedDispatch(
                      r.getLong("record_uid"),
                      r.getLong("queue_uid"),
                      r.getInt("attempt_number"),
                      r.getString("next_action_key"),
                      r.getObject("dispatched_at", OffsetDateTime.class).toInstant(),
                      r.getBoolean("answered"))),
          Map.of(
              "uids",
              array(references.keySet()),
              "refs",
              references.values().toArray(String[]::new),
              "system",
              system));
    }
    return found;
  }

  public Map<Long, Hold> holds(Collection<Long> uids) throws SQLException {
    var found = new HashMap<Long, Hold>();
    registered(uids, TemplateCache.HOLD, r -> found.put(r.getLong("uid"), hold(r)));
    return found;
  }

  public Map<Long, DeadLetter> deadLetters(Collection<Long> uids) throws SQLException {
    var found = new HashMap<Long, DeadLetter>();
    registered(uids, TemplateCache.DEAD_LETTER, r -> found.put(r.getLong("uid"), deadLetter(r)));
    return found;
  }

  /** Objects of one kind; objects of other kinds are left out. */
  private void registered(Collection<Long> uids, String kind, Tx.Row<?> row) throws SQLException {
    if (!uids.isEmpty()) {
      long template = templateCache.template(tx, kind).uid();
      tx.query(
          READ_REGISTRY,
          r -> r.getLong("template_uid") == template ? row.read(r) : null,
          Map.of("uids", array(uids)));
    }
  }

  /** The existing objects among these uids, with their EUIDs. */
  public Map<Long, String> objects(Collection<Long> uids) throws SQLException {
    var found = new HashMap<Long, String>();
    if (!uids.isEmpty()) {
      tx.query(
          OBJECTS,
          r -> found.put(r.getLong("uid"), r.getString("euid")),
          Map.of("uids", array(uids)));
    }
    return found;
  }

  private SubjectRow subject(ResultSet r) throws SQLException {
    var template = templateCache.byUid(tx, r.getLong("template_uid"));
    var execution =
        SubjectColumns.read(
            r,
            templateCache.template(tx, TemplateCache.RECORD),
            templateCache.template(tx, TemplateCache.WORKFLOW));
    var subject =
        new Subject(
            r.getLong("uid"),
            template.mint(r.getLong("uid")),
            template.code(),
            r.getString("name"),
            r.getObject("created_dt", OffsetDateTime.class).toInstant(),
            r.getObject("modified_dt", OffsetDateTime.class).toInstant(),
            execution);
    long feedKey = r.getLong("feed_key");
    var newestFeedKey = r.wasNull() ? null : feedKey;
    var properties =
        SubjectColumns.properties(r.getString("own_properties"), r.getString("bulky_properties"));
    boolean deleted = r.getBoolean("is_deleted");
    r.getLong("lease_uid");
    if (r.wasNull()) {
      return SubjectRow.unattempted(subject, newestFeedKey, properties, deleted);
    }
    var attempt = leaseRow(r, subject.uid());
    return new SubjectRow(
        subject, attempt.lease(), attempt.record(), newestFeedKey, properties, deleted);
  }

  private LeaseRow leaseRow(ResultSet r, long subjectUid) throws SQLException {
    var lease =
        AttemptColumns.lease(r, subjectUid, templateCache.template(tx, TemplateCache.LEASE));
    return new LeaseRow(
        lease,
        AttemptColumns.record(r, lease.terms(), templateCache.template(tx, TemplateCache.RECORD)));
  }

  private static Hold hold(ResultSet r) throws SQLException {
    return new Hold(
        r.getLong("uid"),
        r.getString("euid"),
        Json.read(r.getString("properties"), HoldNote.class));
  }

  private static DeadLetter deadLetter(ResultSet r) throws SQLException {
    return new DeadLetter(
        r.getLong("uid"),
        r.getString("euid"),
        Json.read(r.getString("properties"), DeadLetterNote.class));
  }

  private static long[] array(Collection<Long> uids) {
    return uids.stream().mapToLong(Long::longValue).toArray();
  }

  private static <T> T first(List<T> rows) {
    return rows.isEmpty() ? null : rows.get(0);
  }

  private static NamedSql sql(String name) {
    return NamedSql.load(DecisionRows.class, name);
  }
}
