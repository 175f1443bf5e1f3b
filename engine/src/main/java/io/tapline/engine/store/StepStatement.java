package io.tapline.engine.store;

import io.tapline.api.ExecutionState;
import io.tapline.engine.decide.SubjectChange;
import io.tapline.engine.model.ActionNote;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.ScopeFilter;
import io.tapline.engine.model.Subject;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.StoreException;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.Template;
import io.tapline.tapdb.TimeText;
import io.tapline.tapdb.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * Carries out endings and claims that were decided on rows read before, in one statement and one
 * trip (step.sql#step). This class and that file are all that depends on the columns.
 */
public final class StepStatement {

  private static final NamedSql LOCK_CLAIMERS =
      NamedSql.load(StepStatement.class, "step/lock_claimers");

  private static final Instant NEVER = Instant.parse("9999-12-31T00:00:00Z");

  /** A shared statement waits so long for the locks of its workers and jobs. */
  private static final int MOMENT_MILLIS = 100;

  /**
   * The columns of a job that an ending writes. A change of any other one is not for this
   * statement.
   */
  private static final Set<String> WRITTEN =
      Set.of(
          "revision",
          "attempt_count",
          "delayed",
          "terminal",
          "exec_state",
          "exec_queue_key",
          "next_action_key",
          "retry_at",
          "visible_from",
          "ready_queue_key",
          "delayed_queue_key",
          "parked_as",
          "last_record_uid",
          "cached_queue_key",
          "cached_at",
          "deadline_at",
          "lease_uid",
          "lease_worker_uid",
          "lease_queue_uid",
          "lease_expires_at");

  private static final Map<String, Integer> SUBJECT = indexes(SubjectColumns.STEP);
  private static final Map<String, Integer> ATTEMPT = indexes(new ColumnList(EndingColumns.ALL));

  private static final Logger LOG = LoggerFactory.getLogger(StepStatement.class);

  /** The database found something else than the decision was made on: see {@link #execute}. */
  private static final Set<String> MISMATCHES = Set.of("22012", "23505", "55P03", "40P01", "40001");

  private final TapDb tapDb;

  /** The endings in the order of their jobs' uids, in which all transactions lock jobs. */
  private final List<EndingRow> rows;

  /** The index of each row's ending in the given list. */
  private final List<Integer> indexes;

  private final ClaimPart claim;
  private final StepTemplates templates;
  private final StepForm form;
  private final Map<String, Object> parameters = new HashMap<>();

  /**
   * @param endings in any order
   * @param claim null for none
   */
  public StepStatement(
      TapDb tapDb, StepTemplates templates, List<Ending> endings, ClaimPart claim) {
    this.tapDb = tapDb;
    this.templates = templates;
    this.indexes =
        IntStream.range(0, endings.size())
            .boxed()
            .sorted(Comparator.comparing(i -> endings.get(i).held().row().subject().uid()))
            .toList();
    this.rows = indexes.stream().map(i -> EndingRow.of(endings.get(i))).toList();
    this.claim = claim;
    this.form = form();
  }

  /**
   * The end of a lease, as it was decided.
   *
   * @param decidedAt the time that the decision was made with; times that it gives count from there
   * @param template that of its action
   */
  public record Ending(
      HeldLease held,
      SubjectChange change,
      Instant decidedAt,
      long workerUid,
      ActionNote note,
      Template template) {

    /** When the job is visible again, in microseconds from its end; null when it is not. */
    private Long delay() {
      var after = change.after();
      return after.state().claimable()
          ? (Long) Duration.between(decidedAt, after.visibleFrom()).toNanos() / 1_000
          : null;
    }

    /** The expiry of a lease that was renewed; null for any other. */
    private Instant renewedUntil() {
      var terms = change.changedLease().terms();
      return terms.everRenewed() ? terms.expiresAt() : null;
    }

    /** Whether the statement writes all that was decided. */
    public boolean writable() {
      var before = SubjectColumns.of(change.before(), held.row().newest());
      var after = SubjectColumns.of(change.after(), null);
      for (int i = 0; i < after.length; i++) {
        if (!java.util.Objects.equals(before[i], after[i])
            && !WRITTEN.contains(SubjectColumns.STEP.name(i))) {
          return false;
        }
      }
      return change.changesEnvelope()
          && change.changedLease() != null
          && change.closedRecord() != null
          && change.newLease() == null
          && change.newRecord() == null
          && change.newHold() == null
          && change.newDeadLetter() == null
          && change.resolvedDeadLetter() == null
          && change.releasedHolds().isEmpty()
          && change.links().isEmpty()
          && note.target() == null
          && note.result() == null
          && FactInsert.names(note.workerEuid(), workerUid)
          && FactInsert.names(note.leaseEuid(), change.changedLease().uid())
          && FactInsert.names(note.recordEuid(), change.closedRecord().uid())
          && EndingColumns.describes(note, change);
    }
  }

  /**
   * A live lease and the row of its job, as the grant or a later read returned them. A hint: the
   * statement checks its values.
   *
   * @param place where the job's row is
   * @param grantKey the place of the grant in the log, if the row is the version that the grant
   *     wrote; null if it may be a later one
   */
  public record HeldLease(String place, SubjectRow row, Long grantKey) {

    /** The newest time that the evidence of its job has. */
    public Instant newestTime() {
      return row.newestTime();
    }
  }

  /**
   * One worker's part of a claim.
   *
   * @param items at most so many
   * @param mostHeld how many live leases the worker may have before; null when it need not be asked
   */
  public record Claimer(
      PolicyVersions.KnownWorker worker,
      int items,
      Long mostHeld,
      String key,
      String hash,
      int ttlSeconds,
      boolean starts,
      String actor,
      String role,
      String correlationId,
      String traceId,
      Instant notAfter,
      Instant quietUntil) {}

  /** Claims of one or more workers that serve the same places. */
  public record ClaimPart(
      PolicyVersions.KnownQueue queue,
      ScopeFilter reach,
      List<Claimer> claimers,
      List<String> tokens,
      ClaimCandidates.ScanStart start,
      boolean upkeep,
      LongUnaryOperator leaseFloor) {

    private int items() {
      return claimers.stream().mapToInt(Claimer::items).sum();
    }
  }

  /** The templates of the objects that a step creates, or names by uid. */
  public record StepTemplates(Template lease, Template record, Template claim, Template workflow) {}

  /** An ending that took effect. */
  public record Ended(Instant at, long actionUid) {}

  /**
   * A job that was granted.
   *
   * @param number its place among those that were granted
   * @param was its state before
   * @param row as it is now, without its lease
   */
  public record GrantedRow(
      int number,
      String place,
      SubjectRow row,
      ExecutionState was,
      Instant at,
      long leaseUid,
      long recordUid,
      long actionUid,
      String token,
      QueuePosition position,
      long nanos) {

    private GrantedRow with(JsonNode bulkyProperties) {
      return bulkyProperties == null
          ? this
          : new GrantedRow(
              number,
              place,
              row.with(bulkyProperties),
              was,
              at,
              leaseUid,
              recordUid,
              actionUid,
              token,
              position,
              nanos);
    }
  }

  /**
   * The result of the statement.
   *
   * @param open whether the claim was allowed to go on
   * @param now the time of the statement
   */
  public record Done(boolean open, Instant now, List<Ended> ended, List<GrantedRow> granted) {}

  /**
   * @param requests how many share it: a shared statement does not wait for long
   * @param after defers statements that follow this one in its trip
   * @return empty when a row was not what the decisions were made on, a key was used before, or the
   *     statement failed: nothing was done, and the general path decides
   */
  public Optional<Done> execute(long tenantId, int requests, TapDb.Trip after) {
    if (!rows.isEmpty()) {
      endingParameters();
    }
    if (claim != null) {
      claimParameters();
    }
    var open = new boolean[1];
    var now = new Instant[1];
    var ended = new Ended[rows.size()];
    var granted = new ArrayList<GrantedRow>();
    try {
      tapDb.atOnce(
          tenantId,
          tx -> {
            parameters.put("software", tx.softwareCode());
            if (requests > 1) {
              tx.waitAtMost(MOMENT_MILLIS);
            }
            if (form.counts()) {
              tx.later(LOCK_CLAIMERS, row -> null, parameters);
            }
            tx.later(
                form.sql(),
                row -> {
                  int item = row.getInt("item");
                  if (row.getObject("held") != null) {
                    ended[indexes.get(item - 1)] =
                        new Ended(time(row, "at"), row.getLong("action_uid"));
                  } else if (item > 0) {
                    granted.add(granted(row));
                  }
                  if (claim != null) {
                    open[0] = row.getBoolean("open");
                    now[0] = time(row, "now");
                  }
                  return null;
                },
                parameters);
            after.defer(tx);
          });
    } catch (StoreException e) {
      if (mayHaveCommitted(e.sqlState())) {
        throw e;
      }
      if (!MISMATCHES.contains(e.sqlState())) {
        LOG.warn("the statement of a step failed; the general path carries out its requests", e);
      }
      return Optional.empty();
    }
    if (ended.length > 0 && ended[0] == null) {
      return Optional.empty();
    }
    granted.sort(Comparator.comparingInt(GrantedRow::number));
    readBulkyProperties(tenantId, granted);
    return Optional.of(new Done(open[0], now[0], List.of(ended), granted));
  }

  /**
   * In a trip of its own, which few claims need: the look-up for each job would cost every step.
   */
  private void readBulkyProperties(long tenantId, List<GrantedRow> granted) {
    var bulky =
        granted.stream()
            .filter(row -> row.row().properties() == null)
            .map(row -> row.row().subject().uid())
            .toList();
    if (!bulky.isEmpty()) {
      var found = tapDb.transaction(tenantId, tx -> SubjectProperties.read(tx, bulky));
      granted.replaceAll(row -> row.with(found.get(row.row().subject().uid())));
    }
  }

  private StepForm form() {
    int claims = claim == null ? 0 : claim.items();
    var size =
        claims <= 1 && rows.size() <= 1
            ? StepForm.Size.ONE
            : AnswerBytes.few(claims) ? StepForm.Size.FEW : StepForm.Size.MANY;
    return claim == null
        ? StepForm.endings(size)
        : new StepForm(
            !rows.isEmpty(),
            true,
            claim.start().place() != null,
            claim.claimers().stream().anyMatch(one -> one.mostHeld() != null),
            size);
  }

  /** Whether the answer was lost, so that the statement may have taken effect. */
  private static boolean mayHaveCommitted(String sqlState) {
    return sqlState == null || sqlState.startsWith("08") || sqlState.startsWith("57P");
  }

  private GrantedRow granted(ResultSet r) throws SQLException {
    long templateUid = r.getLong("template_uid");
    var template =
        claim.queue().templates().stream()
            .filter(one -> one.uid() == templateUid)
            .findFirst()
            .orElseThrow();
    var subject =
        new Subject(
            r.getLong("uid"),
            template.mint(r.getLong("uid")),
            template.code(),
            r.getString("name"),
            time(r, "created_dt"),
            time(r, "modified_dt"),
            SubjectColumns.read(r, templates.record(), templates.workflow()));
    var properties = SubjectColumns.properties(r.getString("own_properties"), null);
    return new GrantedRow(
        r.getInt("item"),
        r.getString("place"),
        new SubjectRow(subject, null, null, r.getLong("feed_key"), properties, false),
        ExecutionState.ofCode(r.getString("was")),
        time(r, "at"),
        r.getLong("lease_uid"),
        r.getLong("record_uid"),
        r.getLong("action_uid"),
        claim.tokens().get(r.getInt("item") - 1),
        QueuePosition.of(r),
        r.getLong("nanos"));
  }

  private static Instant time(ResultSet r, String column) throws SQLException {
    return r.getObject(column, OffsetDateTime.class).toInstant();
  }

  /** An ending and the columns that it leaves behind. */
  private record EndingRow(Ending ending, Object[] subject, Object[] attempt) {

    static EndingRow of(Ending e) {
      var change = e.change();
      return new EndingRow(e, SubjectColumns.of(change.after(), null), EndingColumns.of(change));
    }

    ActionNote note() {
      return ending.note();
    }

    SubjectRow row() {
      return ending.held().row();
    }

    @SuppressWarnings("unchecked")
    <T> T subject(String name) {
      return (T) subject[SUBJECT.get(name)];
    }

    Instant time(String name) {
      String text = subject(name);
      return text == null ? null : TimeText.parse(text);
    }

    @SuppressWarnings("unchecked")
    <T> T attempt(String name) {
      return (T) attempt[ATTEMPT.get(name)];
    }
  }

  private void endingParameters() {
    texts("places", e -> e.ending().held().place());
    longs("subjects", e -> e.row().subject().uid());
    longs("leases", e -> e.row().newest().uid());
    longs("revisions", e -> e.ending().change().before().revision());
    array("grant_keys", Long[]::new, e -> e.ending().held().grantKey());
    times("floors", e -> e.row().newestTime());
    longs("to_revisions", e -> e.ending().change().after().revision());
    array("terminals", Boolean[]::new, e -> e.subject("terminal"));
    texts("to_states", e -> e.subject("exec_state"));
    texts("queue_keys", e -> e.subject("exec_queue_key"));
    texts("action_keys", e -> e.subject("next_action_key"));
    array("attempts", Integer[]::new, e -> e.subject("attempt_count"));
    array("delays", Long[]::new, e -> e.ending().delay());
    times("retry_ats", e -> e.time("retry_at"));
    times("visible_froms", e -> e.time("visible_from"));
    array("delayed", Boolean[]::new, e -> e.subject("delayed"));
    texts("ready_queues", e -> e.subject("ready_queue_key"));
    texts("delayed_queues", e -> e.subject("delayed_queue_key"));
    texts("cached_queues", e -> e.subject("cached_queue_key"));
    texts("parked", e -> e.subject("parked_as"));
    array("last_records", Long[]::new, e -> e.subject("last_record_uid"));
    times("deadlines", e -> e.time("deadline_at"));
    texts("from_states", e -> ExecutionState.codeOf(e.note().fromState()));
    longs("enders", e -> e.ending().workerUid());
    longs("ending_queues", e -> e.row().newest().queueUid());
    texts("left_queues", e -> e.note().queueKey());
    texts("ending_keys", e -> e.note().idempotencyKey());
    array("ending_hashes", byte[][]::new, e -> AttemptColumns.hash(e.note().payloadHash()));
    texts("ending_actors", e -> e.note().actor());
    texts("ending_roles", e -> AttemptColumns.roleCode(e.note().role()));
    texts("ending_correlations", e -> e.note().correlationId());
    texts("ending_traces", e -> e.note().traceId());
    array("event_types", Integer[]::new, e -> FactInsert.type(e.note().events(), 0));
    texts("executions", e -> DocumentCodec.execution(e.note()));
    array("left_priorities", Integer[]::new, e -> e.note().execution().priority());
    times("left_ready_ats", e -> e.note().execution().readyAt());
    array("left_records", Long[]::new, e -> DocumentCodec.lastRecord(e.note().execution()));
    texts("mores", StepStatement::more);
    times("renewed_untils", e -> e.ending().renewedUntil());
    texts("causes", e -> e.attempt("ending"));
    texts("results", e -> e.attempt("result_snapshot"));
    parameters.put("endings", rows.size());
    array("ending_actions", Integer[]::new, e -> e.note().actionKey().code());
    longs("ending_templates", e -> e.ending().template().uid());
  }

  /** Rare values of an ending as a document; null without any. */
  private static String more(EndingRow e) {
    var more = Json.object();
    for (var name : List.of("error_class", "error_code", "error_message", "record_action_key")) {
      String value = e.attempt(name);
      if (value != null) {
        more.put(name, value);
      }
    }
    Boolean retryable = e.attempt("retryable");
    if (retryable != null) {
      more.put("retryable", retryable);
    }
    var note = e.note();
    var second = FactInsert.type(note.events(), 1);
    if (second != null) {
      more.put("event_more", second);
    }
    if (note.reason() != null) {
      more.put("reason", note.reason());
    }
    if (note.metadata() != null) {
      more.set("metadata", note.metadata());
    }
    if (!FactInsert.plain(note)) {
      more.set("events", Json.parse(DocumentCodec.events(note)));
    }
    return more.isEmpty() ? null : more.toString();
  }

  private void claimParameters() {
    var claimers = claim.claimers();
    var counted =
        claimers.stream()
            .filter(one -> one.mostHeld() != null)
            .sorted(Comparator.comparingLong(one -> one.worker().worker().uid()))
            .toList();
    var uids = counted.stream().mapToLong(one -> one.worker().worker().uid()).toArray();
    parameters.put("counted", uids);
    parameters.put("lease_floors", Arrays.stream(uids).map(claim.leaseFloor()).toArray());
    parameters.put("most_held", counted.stream().mapToLong(Claimer::mostHeld).toArray());
    parameters.put("latest", earliest(claimers, Claimer::notAfter));
    parameters.put("quiet_until", earliest(claimers, Claimer::quietUntil));
    parameters.put("most", claim.items());
    parameters.put("upkeep", claim.upkeep());
    parameters.put("bytes", AnswerBytes.MOST);
    texts("tokens", claim.tokens(), token -> token);
    longs("claimers", claimers, one -> one.worker().worker().uid());
    texts("claim_keys", claimers, Claimer::key);
    array("claim_hashes", claimers, byte[][]::new, one -> AttemptColumns.hash(one.hash()));
    array("ttls", claimers, Integer[]::new, Claimer::ttlSeconds);
    array("starts", claimers, Boolean[]::new, Claimer::starts);
    texts("claim_actors", claimers, Claimer::actor);
    texts("claim_roles", claimers, one -> AttemptColumns.roleCode(one.role()));
    texts("claim_correlations", claimers, Claimer::correlationId);
    texts("claim_traces", claimers, Claimer::traceId);
    // Each claim has a number; takers maps it to its request, firsts a request to its first number.
    var takers = new ArrayList<Integer>();
    var firsts = new ArrayList<Integer>();
    for (var claimer : claimers) {
      firsts.add(takers.size() + 1);
      takers.addAll(java.util.Collections.nCopies(claimer.items(), firsts.size()));
    }
    array("takers", takers, Integer[]::new, taker -> taker);
    array("firsts", firsts, Integer[]::new, first -> first);
    var queue = claim.queue();
    parameters.put("queue_uid", queue.queue().uid());
    var interval = queue.queue().policy().heartbeatIntervalSeconds();
    parameters.put("heartbeat_interval", interval == null ? 0 : interval);
    var refs = Queue.storedPolicyRefs(queue.queue());
    parameters.put("policy_refs", refs == null ? "" : Json.print(refs));
    parameters.putAll(
        ClaimCandidates.visibility(queue.queue(), ClaimCandidates.uids(queue.templates())));
    parameters.putAll(ClaimCandidates.reach(claim.reach()));
    if (claim.start().place() != null) {
      parameters.putAll(claim.start().parameters());
    }
  }

  /** The rows that the decisions were made on, and their versions. */
  public StepStatement assuming(List<PolicyVersions.Version> versions) {
    parameters.put("known", versions.stream().mapToLong(PolicyVersions.Version::uid).toArray());
    parameters.put(
        "versions", versions.stream().map(PolicyVersions.Version::xmin).toArray(String[]::new));
    return this;
  }

  private static Instant earliest(List<Claimer> claimers, Function<Claimer, Instant> of) {
    return claimers.stream()
        .map(of)
        .filter(java.util.Objects::nonNull)
        .min(Comparator.naturalOrder())
        .orElse(NEVER);
  }

  private void texts(String name, Function<EndingRow, String> of) {
    texts(name, rows, of);
  }

  private <T> void texts(String name, List<T> rows, Function<T, String> of) {
    array(name, rows, String[]::new, of);
  }

  private void times(String name, Function<EndingRow, Instant> of) {
    array(name, rows, Instant[]::new, of);
  }

  private void longs(String name, Function<EndingRow, Long> of) {
    longs(name, rows, of);
  }

  private <T> void longs(String name, List<T> rows, Function<T, Long> of) {
    array(name, rows, Long[]::new, of);
  }

  private <T> void array(String name, IntFunction<T[]> make, Function<EndingRow, T> of) {
    array(name, rows, make, of);
  }

  private <R, T> void array(String name, List<R> rows, IntFunction<T[]> make, Function<R, T> of) {
    var values = rows.stream().map(of).toArray(make);
    parameters.put(name, form.size() == StepForm.Size.ONE ? new Tx.OnlyElement(values) : values);
  }

  private static Map<String, Integer> indexes(ColumnList columns) {
    var indexes = new HashMap<String, Integer>();
    for (int i = 0; i < columns.size(); i++) {
      indexes.put(columns.name(i), i);
    }
    return indexes;
  }
}
