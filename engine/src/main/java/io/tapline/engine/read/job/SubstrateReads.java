package io.tapline.engine.read.job;

import io.tapline.api.ActionKey;
import io.tapline.api.ExecutionState;
import io.tapline.api.JobHealth;
import io.tapline.api.JobView;
import io.tapline.api.JobViewBuilder;
import io.tapline.api.KindHealth;
import io.tapline.api.Progress;
import io.tapline.engine.decide.Ending;
import io.tapline.engine.decide.StatusProjections;
import io.tapline.engine.decide.SubscriptionMatching;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.model.TenantSetting;
import io.tapline.engine.read.base.ObjectLookup;
import io.tapline.engine.read.base.ReadClock;
import io.tapline.engine.read.base.SetReadPlanning;
import io.tapline.engine.read.evidence.ProgressReads;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.JobHistory;
import io.tapline.engine.store.ReplayLookup;
import io.tapline.engine.store.SubjectRow;
import io.tapline.engine.store.TemplateCache;
import io.tapline.engine.store.TenantSettings;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.TimeText;
import io.tapline.tapdb.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Jobs in the form of the jobs API, whichever API created them. */
public final class SubstrateReads {

  /** The property that contains the job fields. */
  public static final String PROPERTY = SubscriptionMatching.JOB;

  private static final NamedSql LEASE_BY_TOKEN =
      NamedSql.load(DecisionRows.class, "lease/lease_by_token");
  private static final NamedSql HEALTH = NamedSql.load(DecisionRows.class, "job/job_health");
  private static final NamedSql WORKER =
      NamedSql.load(DecisionRows.class, "worker/worker_euid_by_key");

  private final TapDb tapDb;
  private final TemplateCache templateCache;

  public SubstrateReads(TapDb tapDb, TemplateCache templateCache) {
    this.tapDb = tapDb;
    this.templateCache = templateCache;
  }

  /** A lease and its worker. */
  public record LeaseHolder(String leaseEuid, String workerEuid) {}

  public JobView one(long tenantId, String jobId) {
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var uid = find(tx, jobId).subject().uid();
          return views(tx, Set.of(uid)).get(uid);
        });
  }

  /** The jobs with the given ids; unknown ids are omitted. */
  public Map<String, JobView> some(long tenantId, Collection<String> jobIds) {
    var uids = new TreeSet<Long>();
    jobIds.forEach(id -> EuidMint.uidOf(id).ifPresent(uids::add));
    return uids.isEmpty()
        ? Map.of()
        : tapDb.snapshot(
            tenantId,
            tx ->
                views(tx, uids).values().stream()
                    .collect(Collectors.toMap(JobView::jobId, job -> job)));
  }

  /** The result of {@code tapline.fn_job_queue_health()}, without reading all jobs. */
  public JobHealth health(long tenantId) {
    return sum(killSwitch(tenantId).enabled(), healthByKind(tenantId));
  }

  /** Whether the tenant accepts new jobs, with the last change of the setting. */
  public TenantSetting.Note killSwitch(long tenantId) {
    return tapDb.snapshot(tenantId, tx -> TenantSettings.substrate(tx, templateCache));
  }

  /** The result of the health views. A kind without waiting, running or dead jobs has no row. */
  public List<KindHealth> healthByKind(long tenantId) {
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var now = ReadClock.read(tx);
          SetReadPlanning.forTheseValues(tx);
          return tx.query(
              HEALTH,
              SubstrateReads::health,
              Map.of(
                  "now",
                  TimeText.of(now),
                  "queue_template",
                  templateCache.template(tx, TemplateCache.QUEUE).uid(),
                  "dead_letter",
                  templateCache.template(tx, TemplateCache.DEAD_LETTER).uid()));
        });
  }

  private static KindHealth health(ResultSet row) throws SQLException {
    return new KindHealth(
        row.getString("kind"),
        row.getLong("backlog"),
        row.getLong("in_progress"),
        row.getLong("dead_letter_open"),
        row.getLong("oldest_queued_age_s"),
        row.getLong("lease_active"));
  }

  public Queue kind(long tenantId, String kind) {
    return tapDb.transaction(
        tenantId,
        tx -> {
          var queue = new DecisionRows(tx, templateCache).queues().byKey(Set.of(kind)).get(kind);
          if (queue == null) {
            throw RefusedException.unknown("kind", "job kind " + kind);
          }
          return queue;
        });
  }

  /** The lease of a job with this token, live or not; the decision checks whether it is live. */
  public LeaseHolder holder(long tenantId, String jobId, String leaseToken) {
    return tapDb.transaction(
        tenantId,
        tx -> {
          var found =
              tx.query(
                  LEASE_BY_TOKEN,
                  r -> new LeaseHolder(r.getString("lease_euid"), r.getString("worker_euid")),
                  Map.of("subject", find(tx, jobId).subject().uid(), "token", leaseToken));
          if (found.isEmpty()) {
            throw RefusedException.unknown(
                "lease_token", "lease of job " + jobId + " with this token");
          }
          return found.get(0);
        });
  }

  /** Whether a start of the job used this key. */
  public boolean begunBy(long tenantId, String jobId, String idempotencyKey) {
    return tapDb.transaction(
        tenantId,
        tx -> {
          var key = new ReplayLookup.Key(find(tx, jobId).subject().uid(), idempotencyKey);
          return !ReplayLookup.find(tx, ActionKey.START_QUEUE_EXECUTION, List.of(key)).isEmpty();
        });
  }

  /** The worker with this key, or null. */
  public String worker(long tenantId, String workerKey) {
    return tapDb.transaction(
        tenantId,
        tx ->
            tx
                .query(
                    WORKER,
                    r -> r.getString("euid"),
                    Map.of(
                        "template",
                        templateCache.template(tx, TemplateCache.WORKER).uid(),
                        "key",
                        workerKey))
                .stream()
                .findFirst()
                .orElse(null));
  }

  private SubjectRow find(Tx tx, String jobId) throws SQLException {
    return ObjectLookup.findSubject(tx, templateCache, jobId)
        .orElseThrow(() -> RefusedException.unknown("job_id", "job " + jobId));
  }

  Map<Long, JobView> views(Tx tx, Collection<Long> uids) throws SQLException {
    var rows = new DecisionRows(tx, templateCache);
    var now = ReadClock.read(tx);
    var subjects = rows.subjectsWithProperties(uids);
    var letters = rows.openDeadLetters(uids);
    var histories = JobHistory.readHistories(tx, uids);
    var signals = ProgressReads.newest(tx, uids);
    var queueUids = new HashSet<Long>();
    var queueKeys = new HashSet<String>();
    for (var row : subjects.values()) {
      if (row.newest() != null) {
        queueUids.add(row.newest().queueUid());
      }
      if (row.subject().execution().nextQueueKey() != null) {
        queueKeys.add(row.subject().execution().nextQueueKey());
      }
    }
    var byUid = rows.queues().byUid(queueUids);
    var byKey = rows.queues().byKey(queueKeys);
    var views = new HashMap<Long, JobView>();
    subjects.forEach(
        (uid, row) -> {
          var leased = row.newest() == null ? null : byUid.get(row.newest().queueUid());
          var queue = byKey.getOrDefault(row.subject().execution().nextQueueKey(), leased);
          var signal = row.newest() == null ? null : signals.get(row.newest().euid());
          views.put(
              uid, view(row, queue, letters.containsKey(uid), histories.get(uid), signal, now));
        });
    return views;
  }

  private static JobView view(
      SubjectRow row, Queue queue, boolean dead, JobHistory history, Progress signal, Instant now) {
    var e = row.subject().execution();
    var came = JobProperties.of(row.properties());
    var attempt = row.record() == null ? null : row.record().attempt();
    boolean live = row.newest() != null && row.newest().live(now);
    var claim = live && attempt.inputSnapshot() != null ? attempt.inputSnapshot() : Json.object();
    // A lapsed attempt is spent at the expiry, whether or not the lapse was settled.
    boolean lapsed = row.newest() != null && row.newest().lapsed(now);
    var lapse = lapsed ? row.newest().terms().expiresAt() : null;
    // An archived job contains the values that its evidence may no longer have.
    var kept = e.summary();
    var status =
        StatusProjections.of(
                e,
                row.newest(),
                dead,
                e.cleanedAt() != null,
                queue == null ? null : queue.policy(),
                now)
            .substrate();
    return JobViewBuilder.builder()
        .jobId(row.subject().euid())
        .name(row.subject().name())
        .kind(
            e.nextQueueKey() != null
                ? e.nextQueueKey()
                : or(queue == null ? null : queue.key(), kept == null ? null : kept.queueKey()))
        .domain(came.text("domain"))
        .idempotencyKey(or(came.text("idempotency_key"), history.idempotencyKey()))
        .executor(came.executor(queue))
        .sourceRef(came.text("source_ref"))
        .targetRef(came.text("target_ref"))
        .payloadRef(came.text("payload_ref"))
        .safePayload(came.payload())
        .payloadClassification(or(came.text("payload_classification"), JobProperties.SAFE_METADATA))
        .status(status)
        .statusSignal(live && signal != null ? signal.message() : null)
        .cancelRequested(e.cancelRequested())
        .state(e.state())
        .revision(e.revision())
        .attempts(e.attemptCount() + (lapsed ? 1 : 0))
        .lastError(
            lapsed
                ? Ending.lapseMessage(lapse)
                : or(history.lastError(), kept == null ? null : kept.lastError()))
        .lastErrorAt(
            lapsed ? lapse : or(history.lastErrorAt(), kept == null ? null : kept.lastErrorAt()))
        .leaseName(text(claim, "lease_name"))
        .leaseHolder(text(claim, "lease_holder"))
        .leasedUntil(live ? row.newest().terms().expiresAt() : null)
        .processAfter(e.visibleFrom())
        .deadlineAt(e.deadlineAt())
        .priority(e.priority())
        .correlationId(e.correlationId())
        .traceId(e.traceId())
        .causationEvent(or(came.text("causation_event"), history.causationEvent()))
        .parentJob(or(came.text("parent_job"), or(history.parentJob(), e.compensates())))
        .workflow(e.workflowEuid())
        .enqueuedBy(
            or(
                came.text("enqueued_by"),
                kept == null ? history.enqueuedBy() : or(kept.enqueuedBy(), history.enqueuedBy())))
        .enqueuedAt(row.subject().createdAt())
        .startedAt(kept == null ? history.startedAt() : kept.startedAt())
        .finishedAt(
            status.equals(StatusProjections.DEAD_LETTER) && lapsed ? lapse : finished(e, history))
        .sourceSystem(came.text("source_system"))
        .resultRef(
            e.state() != ExecutionState.COMPLETED
                ? null
                : or(history.resultRef(), kept == null ? null : kept.resultRef()))
        .retiredAt(e.retiredAt())
        .build();
  }

  /** The time of the end, not of the archiving. */
  private static Instant finished(Envelope e, JobHistory history) {
    return !e.terminal()
        ? null
        : e.summary() == null ? history.endedAt() : e.summary().finishedAt();
  }

  private static <T> T or(T value, T otherwise) {
    return value != null ? value : otherwise;
  }

  private static String text(JsonNode node, String name) {
    var value = node.get(name);
    return value != null && value.isString() ? value.stringValue() : null;
  }

  private static JobHealth sum(boolean enabled, List<KindHealth> kinds) {
    return new JobHealth(
        enabled,
        kinds.stream().mapToLong(KindHealth::backlog).sum(),
        kinds.stream().mapToLong(KindHealth::inProgress).sum(),
        kinds.stream().mapToLong(KindHealth::deadLetterOpen).sum(),
        kinds.stream().mapToLong(KindHealth::oldestQueuedAgeS).max().orElse(0),
        kinds.stream().mapToLong(KindHealth::leaseActive).sum());
  }
}
