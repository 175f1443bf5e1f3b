package io.tapline.engine.store;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingInt;

import io.tapline.api.LeaseStatus;
import io.tapline.engine.decide.SubjectChange;
import io.tapline.engine.model.ExecutionRecord;
import io.tapline.engine.model.Lease;
import io.tapline.engine.model.ObjectRef;
import io.tapline.engine.store.BatchInsert.TableLayout;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.Lineage;
import io.tapline.tapdb.Link;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.StatementList;
import io.tapline.tapdb.Template;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Gathers the changes of a batch and writes them table by table, with the actions last. */
public final class BatchWriter {

  private static final NamedSql RESHAPE_SUBJECTS =
      NamedSql.load(BatchWriter.class, "subject/reshape_subjects");
  private static final NamedSql MARK_SUBJECTS =
      NamedSql.load(BatchWriter.class, "subject/mark_subjects");
  private static final NamedSql ADD_SUBJECT_KEYS =
      NamedSql.load(BatchWriter.class, "subject/add_subject_keys");
  private static final NamedSql UPDATE_REGISTRY =
      NamedSql.load(BatchWriter.class, "registry/update_registry");

  /** Columns of every object that has a document. */
  private static final String OBJECT =
      "tenant_id bigint, storage_class, uid bigint, template_uid bigint, euid, json_addl jsonb,"
          + " created_dt timestamptz, modified_dt timestamptz";

  private static final TableLayout SUBJECT =
      new TableLayout(
          "subject",
          "tenant_id bigint, uid bigint, template_uid bigint, created_dt timestamptz,"
              + " modified_dt timestamptz, name, feed_key bigint, properties jsonb, "
              + SubjectColumns.NAMES);
  private static final TableLayout SUBJECT_KEY =
      new TableLayout("subject_key", "tenant_id bigint, kind, value, subject_uid bigint");
  private static final TableLayout ATTEMPT = new TableLayout("attempt", AttemptColumns.ALL);
  private static final TableLayout RECORD = new TableLayout("instance_record", OBJECT);
  private static final TableLayout REGISTRY =
      new TableLayout("instance_registry", OBJECT + ", name");
  private static final TableLayout PULSE =
      new TableLayout(
          "instance_pulse",
          OBJECT
              + ", subject_uid bigint, worker_uid bigint, queue_uid bigint,"
              + " actor_uid bigint, feed_key bigint");

  private static final double NANOS = 1e9;

  private final Tx tx;
  private final TemplateCache templateCache;
  private final long feedKey;
  private final Instant now;
  private final Double time;
  private final TransactionClockAndIds clockAndIds;
  private final SubjectUpdate steps = new SubjectUpdate(true);
  private final SubjectUpdate leaseChanges = new SubjectUpdate(false);
  private final DocumentUpdates shapes = new DocumentUpdates();
  private final DocumentUpdates registry = new DocumentUpdates();
  private final List<Link> links = new ArrayList<>();

  // The row of an attempt contains the action that grants it, and the row of an action contains the
  // end of the attempt that it ends. The action is added after the change.
  private final Map<Long, SubjectChange> grantedChanges = new HashMap<>();
  private final List<Grant> grants = new ArrayList<>();
  private final Map<Long, SubjectChange> endings = new HashMap<>();

  // A job's newest feed key is kept on its row, which most changes write anyway.
  private final Set<Long> marked = new HashSet<>();
  private final List<Long> unmarked = new ArrayList<>();
  private final BatchInsert newSubjects = new BatchInsert(SUBJECT);
  private final BatchInsert newKeys = new BatchInsert(SUBJECT_KEY);
  // Jobs that exist and whose search keys change.
  private final List<Long> rekeyed = new ArrayList<>();
  private final BatchInsert newAttempts = new BatchInsert(ATTEMPT);
  private final BatchInsert newRecords = new BatchInsert(RECORD);
  private final BatchInsert newRegistry = new BatchInsert(REGISTRY);
  private final BatchInsert newPulses = new BatchInsert(PULSE);
  private final FactInsert newFacts;

  public BatchWriter(Tx tx, TemplateCache templateCache, TransactionClockAndIds clockAndIds) {
    this.tx = tx;
    this.newFacts = new FactInsert(tx);
    this.templateCache = templateCache;
    this.feedKey = clockAndIds.feedKey();
    this.clockAndIds = clockAndIds;
    this.now = clockAndIds.now();
    this.time = seconds(now);
  }

  /**
   * A double holds every time up to the year 2242 to the microsecond, and is parsed faster than
   * text.
   */
  static Double seconds(Instant time) {
    return time.getEpochSecond() + time.getNano() / NANOS;
  }

  /**
   * Adds the change of an existing job.
   *
   * @param newest the newest lease of the job before the change, or null
   */
  public void change(long subjectUid, Lease newest, SubjectChange change) throws SQLException {
    var before = SubjectColumns.of(change.before(), active(newest));
    var after = SubjectColumns.of(change.after(), active(change.newest(newest)));
    if (!Arrays.equals(before, after)) {
      (change.changesEnvelope() ? steps : leaseChanges).add(subjectUid, before, after);
      marked.add(subjectUid);
      if (SubjectColumns.changesKeys(before, after)) {
        rekeyed.add(subjectUid);
      }
    }
    attempt(change);
    if (change.newHold() != null) {
      var hold = change.newHold();
      register(
          new ObjectRef(hold.uid(), hold.euid()),
          templateCache.template(tx, TemplateCache.HOLD),
          null,
          hold.note());
    }
    if (change.newDeadLetter() != null) {
      var letter = change.newDeadLetter();
      register(
          new ObjectRef(letter.uid(), letter.euid()),
          templateCache.template(tx, TemplateCache.DEAD_LETTER),
          null,
          letter.note());
    }
    if (change.resolvedDeadLetter() != null) {
      reregister(change.resolvedDeadLetter().uid(), change.resolvedDeadLetter().note());
    }
    for (var hold : change.releasedHolds()) {
      reregister(hold.uid(), hold.note());
    }
    links.addAll(change.links());
  }

  /**
   * Adds a new job, with its properties in its row, or in an object beside it when they are large.
   *
   * @param properties its own properties, without the envelope, or null
   */
  public void create(
      ObjectRef ref, Template template, String name, JsonNode properties, SubjectChange change)
      throws SQLException {
    var text = properties == null ? "{}" : properties.toString();
    boolean large = SubjectProperties.isLarge(text);
    if (large) {
      large(ref.uid(), text);
    }
    var own =
        new Object[] {
          tx.tenantId(), ref.uid(), template.uid(), time, time, name, feedKey, large ? null : text
        };
    var step = SubjectColumns.of(change.after(), null);
    var values = Arrays.copyOf(own, own.length + step.length);
    System.arraycopy(step, 0, values, own.length, step.length);
    newSubjects.add(values);
    SubjectKey.of(name, large ? null : properties, change.after())
        .forEach((key, value) -> newKeys.add(tx.tenantId(), key.code(), value, ref.uid()));
    marked.add(ref.uid());
  }

  private void attempt(SubjectChange change) throws SQLException {
    if (change.closedRecord() != null) {
      endings.put(change.changedLease().subjectUid(), change);
    }
    if (change.newLease() != null) {
      grantedChanges.put(change.newLease().subjectUid(), change);
    } else if (change.newRecord() != null) {
      record(change.newRecord());
    }
  }

  /** The lease if it is active, lapsed or not; null if it has ended. */
  private static Lease active(Lease lease) {
    return lease != null && lease.terms().status() == LeaseStatus.ACTIVE ? lease : null;
  }

  /**
   * Adds properties that are too large for the job's row, which every step rewrites: they become an
   * immutable object.
   */
  private void large(long subjectUid, String properties) throws SQLException {
    var template = templateCache.template(tx, TemplateCache.PROPERTIES);
    var ref = clockAndIds.next(template);
    newRecords.add(
        tx.tenantId(),
        "record",
        ref.uid(),
        template.uid(),
        ref.euid(),
        "{\"properties\":{\"status\":\"FINAL\",\"properties\":" + properties + "}}",
        time,
        time);
    link(new Link(subjectUid, io.tapline.engine.decide.LinkTypes.SUBJECT_PROPERTIES, ref.uid()));
  }

  /**
   * Replaces the properties of an existing job. Properties that were once stored beside the row
   * stay there: the newest object is valid, and the row has null.
   *
   * @param before its properties as JSON text, without the envelope
   */
  public void reshape(long subjectUid, String before, String after) throws SQLException {
    boolean large = SubjectProperties.isLarge(after) || SubjectProperties.isLarge(before);
    if (large) {
      large(subjectUid, after);
    }
    shapes.put(subjectUid, large ? null : after);
    rekeyed.add(subjectUid);
    marked.add(subjectUid);
  }

  public void register(ObjectRef ref, Template template, String name, Object note) {
    newRegistry.add(
        tx.tenantId(),
        "registry",
        ref.uid(),
        template.uid(),
        ref.euid(),
        document(Json.print(note)),
        time,
        time,
        name);
  }

  public void reregister(long uid, Object note) {
    registry.put(uid, document(Json.print(note)));
  }

  public void link(Link link) {
    links.add(link);
  }

  public void act(ActionEntry e) {
    boolean fed = e.note().actionKey().fed();
    if (fed && e.subjectUid() != null && marked.add(e.subjectUid())) {
      unmarked.add(e.subjectUid());
    }
    var place =
        fed ? (Long) (e.feedKey() == null ? feedKey : Math.max(feedKey, e.feedKey())) : null;
    var granted = grantedChanges.remove(e.subjectUid());
    if (granted != null) {
      grants.add(new Grant(granted, e, place));
    } else if (e.note().actionKey().pulse()) {
      pulse(e, place);
    } else {
      var ending = endings.remove(e.subjectUid());
      if (ending != null) {
        EndingColumns.requireDescribed(ending, e, clockAndIds.now(e.subjectUid()));
      }
      newFacts.add(e, timeOf(e), place, ending);
    }
  }

  /** Adds a row for each granted lease, with the action that grants it. */
  private void writeGrants(StatementList statements) {
    if (!grantedChanges.isEmpty() || !endings.isEmpty()) {
      throw new IllegalStateException(
          "no action for the leases of " + grantedChanges.keySet() + " and " + endings.keySet());
    }
    var sizes = grants.stream().collect(groupingBy(Grant::request, summingInt(grant -> 1)));
    for (var grant : grants) {
      var lease = grant.change().newLease();
      int size = sizes.get(grant.request());
      boolean first = AttemptColumns.ordinal(grant.action().note()) == 0;
      newAttempts.add(
          AttemptColumns.of(
              tx,
              lease,
              grant.change().newRecord(),
              grant.action(),
              grant.feedKey(),
              first && size > 1 ? (Integer) size : null));
    }
    newAttempts.write(statements);
  }

  /** A granted lease with its action and its feed key. */
  private record Grant(SubjectChange change, ActionEntry action, long feedKey) {

    /** The claims of one request have one key, which belongs to the worker or to a job. */
    ReplayLookup.Key request() {
      var note = action.note();
      return new ReplayLookup.Key(
          note.target() == null ? action.subjectUid() : action.workerUid(), note.idempotencyKey());
    }
  }

  private Double timeOf(ActionEntry e) {
    var at = clockAndIds.now(e.subjectUid());
    return at.equals(now) ? time : seconds(at);
  }

  private void pulse(ActionEntry e, Long place) {
    newPulses.add(
        tx.tenantId(),
        "pulse",
        e.ref().uid(),
        e.template().uid(),
        e.ref().euid(),
        DocumentCodec.print(e.note()),
        timeOf(e),
        timeOf(e),
        e.subjectUid(),
        e.workerUid(),
        e.queueUid(),
        e.actorUid(),
        place);
  }

  /**
   * Writes jobs first, in the order of the locks, then new objects, and the actions last. The
   * statements are sent with the next statement of the transaction, or before its commit: in one
   * round trip, if there are no links.
   */
  public void write() throws SQLException {
    var statements = new StatementList(tx);
    newSubjects.write(statements);
    newKeys.write(statements);
    steps.write(statements, now, feedKey);
    leaseChanges.write(statements, now, feedKey);
    shapes.update(RESHAPE_SUBJECTS, statements);
    addKeys();
    markRest(statements);
    writeGrants(statements);
    newRecords.write(statements);
    registry.update(UPDATE_REGISTRY, statements);
    newRegistry.write(statements);
    if (!links.isEmpty()) {
      new Lineage(tx).link(links, now);
    }
    newFacts.write(statements);
    newPulses.write(statements);
  }

  /** New jobs, their search keys and their actions. */
  List<BatchInsert> newWork() {
    return List.of(newSubjects, newKeys, newFacts.rows());
  }

  /** The statement derives the search keys from the current rows. */
  private void addKeys() throws SQLException {
    if (!rekeyed.isEmpty()) {
      tx.update(
          ADD_SUBJECT_KEYS, Map.of("uids", rekeyed.stream().mapToLong(Long::longValue).toArray()));
    }
  }

  /** Sets the feed key of jobs that have a new action and no change of their rows. */
  private void markRest(StatementList statements) {
    if (!unmarked.isEmpty()) {
      statements.updateByKeys(
          MARK_SUBJECTS,
          Map.of(
              "uids", unmarked.stream().mapToLong(Long::longValue).toArray(), "feed_key", feedKey),
          unmarked.size());
    }
  }

  private void record(ExecutionRecord record) throws SQLException {
    newRecords.add(
        tx.tenantId(),
        "record",
        record.uid(),
        templateCache.template(tx, TemplateCache.RECORD).uid(),
        record.euid(),
        DocumentCodec.print(record.attempt()),
        time,
        time);
  }

  private static String document(String properties) {
    return "{\"properties\":" + properties + "}";
  }

  /** Documents by uid, for one set-based update. */
  private final class DocumentUpdates {
    private final List<Long> uids = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();

    void put(long uid, String text) {
      uids.add(uid);
      texts.add(text);
    }

    void update(NamedSql sql, StatementList statements) {
      if (uids.isEmpty()) {
        return;
      }
      statements.updateByKeys(
          sql,
          Map.of(
              "uids",
              uids.stream().mapToLong(Long::longValue).toArray(),
              "documents",
              texts.toArray(String[]::new),
              "feed_key",
              feedKey,
              "now",
              now),
          uids.size());
    }
  }
}
