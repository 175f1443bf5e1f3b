package io.tapline.engine.read.subject;

import io.tapline.api.Code;
import io.tapline.api.ResolutionState;
import io.tapline.api.WorkerStatus;
import io.tapline.engine.decide.ReasonText;
import io.tapline.engine.decide.StatusProjections;
import io.tapline.engine.decide.VisibilityRule;
import io.tapline.engine.decide.WorkerEligibility;
import io.tapline.engine.model.HoldStatus;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.Reason;
import io.tapline.engine.model.ReasonCode;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.model.Subject;
import io.tapline.engine.read.base.Nouns;
import io.tapline.engine.read.base.ObjectLookup;
import io.tapline.engine.read.base.ReadClock;
import io.tapline.engine.read.evidence.LeaseDocumentBuilder;
import io.tapline.engine.read.evidence.LinkedEvidence;
import io.tapline.engine.read.evidence.ProgressReads;
import io.tapline.engine.read.worker.WorkerReads;
import io.tapline.engine.store.ClaimCandidates;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.SubjectProperties;
import io.tapline.engine.store.SubjectRow;
import io.tapline.engine.store.TemplateCache;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.Lineage;
import io.tapline.tapdb.Link;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One job for its inspector: its data, the reasons why it waits, and its links. */
public final class SubjectReads {

  /** Refusals of a worker that meets the requirements of a queue but must not claim. */
  private static final Set<Code> UNAVAILABLE =
      EnumSet.of(Code.WORKER_DISABLED, Code.WORKER_DRAINING);

  /** Maximum number of direct relatives on each side. */
  public static final int KIN = 200;

  private static final NamedSql IS_VISIBLE =
      NamedSql.load(DecisionRows.class, "visibility/is_visible");
  private static final NamedSql NAMES = NamedSql.load(DecisionRows.class, "history/linked_names");

  private final TapDb tapDb;
  private final TemplateCache templateCache;

  public SubjectReads(TapDb tapDb, TemplateCache templateCache) {
    this.tapDb = tapDb;
    this.templateCache = templateCache;
  }

  /**
   * @param workerEuid the worker whose view of the queue is requested; null for any worker
   */
  public SubjectView one(long tenantId, String subjectEuid, String workerEuid) {
    return tapDb.snapshot(tenantId, tx -> view(tx, subjectEuid, workerEuid));
  }

  private SubjectView view(Tx tx, String subjectEuid, String workerEuid) throws SQLException {
    var rows = new DecisionRows(tx, templateCache);
    var row = ObjectLookup.subject(tx, templateCache, subjectEuid);
    var subject = row.subject();
    var now = ReadClock.read(tx);
    var key = subject.execution().nextQueueKey();
    var queue = key == null ? null : rows.queues().byKey(Set.of(key)).get(key);
    var leaseQueue =
        row.newest() == null
            ? null
            : rows.queues().byUid(Set.of(row.newest().queueUid())).get(row.newest().queueUid());
    var holds = rows.activeHolds(Set.of(subject.uid())).getOrDefault(subject.uid(), List.of());
    var letter = rows.openDeadLetters(Set.of(subject.uid())).get(subject.uid());
    boolean visible = visible(tx, queue, subject, now);
    var coverage = coverage(tx, queue, workerEuid, now);
    boolean diagnosticsEnabled = queue == null || queue.policy().diagnosticsEnabled();
    var reasons = new ArrayList<Reason>();
    if (diagnosticsEnabled) {
      reasons.addAll(VisibilityRule.reasons(subject, queue, row.newest(), now));
      if (coverage != null) {
        reasons.add(coverage);
      }
    }
    return SubjectViewBuilder.builder()
        .subjectEuid(subject.euid())
        .subjectName(subject.name())
        .templateCode(subject.templateCode())
        .noun(Nouns.common(tx, templateCache, List.of(subject.templateCode())))
        .execution(subject.execution())
        .properties(
            SubjectProperties.read(tx, Set.of(subject.uid()))
                .getOrDefault(subject.uid(), Json.object()))
        .diagnostics(
            new SubjectView.Diagnostics(visible, visible ? key : null, diagnosticsEnabled, reasons))
        .activeLease(
            row.newest() != null && row.newest().live(now)
                ? lease(tx, rows, row, queueKey(leaseQueue))
                : null)
        .activeHolds(
            holds.isEmpty()
                ? List.of()
                : shown(LinkedEvidence.HOLD, tx, subject, "status", HoldStatus.ACTIVE))
        .deadLetter(
            letter == null
                ? null
                : shown(
                        LinkedEvidence.DEAD_LETTER,
                        tx,
                        subject,
                        "resolution_state",
                        ResolutionState.OPEN)
                    .stream()
                    .findFirst()
                    .orElse(null))
        .status(
            StatusProjections.of(
                subject.execution(),
                row.newest(),
                letter != null,
                subject.execution().cleanedAt() != null,
                queue != null ? queue.policy() : leaseQueue == null ? null : leaseQueue.policy(),
                now))
        .lineage(kin(tx, subject.uid()))
        .build();
  }

  private boolean visible(Tx tx, Queue queue, Subject subject, Instant now) throws SQLException {
    if (queue == null || !queue.policy().enabled()) {
      return false;
    }
    var parameters = ClaimCandidates.visibility(tx, templateCache, queue, now);
    parameters.put("uid", subject.uid());
    return tx.query(IS_VISIBLE, r -> r.getBoolean(1), parameters).get(0);
  }

  /** The reason when no live worker, or not the named one, could claim the job. */
  private Reason coverage(Tx tx, Queue queue, String workerEuid, Instant now) throws SQLException {
    if (queue == null) {
      return null;
    }
    var workers = WorkerReads.all(tx, templateCache, now);
    if (workerEuid != null) {
      var candidate =
          workers.stream()
              .filter(w -> w.workerEuid().equals(workerEuid))
              .findFirst()
              .orElseThrow(() -> RefusedException.unknown("worker_euid", "worker " + workerEuid));
      var refusal = WorkerEligibility.mayClaim(candidate.worker());
      refusal =
          refusal != null ? refusal : WorkerEligibility.mayClaimFrom(candidate.worker(), queue);
      return refusal == null || !queue.policy().enabled()
          ? null
          : new Reason(
              UNAVAILABLE.contains(refusal.code())
                  ? ReasonCode.WORKER_UNAVAILABLE
                  : ReasonCode.CAPABILITY_MISMATCH,
              refusal.message());
    }
    var online = workers.stream().filter(w -> w.effectiveStatus() == WorkerStatus.ONLINE).toList();
    boolean covered =
        online.stream().anyMatch(w -> WorkerEligibility.mayClaimFrom(w.worker(), queue) == null);
    if (covered || !queue.policy().enabled()) {
      return null;
    }
    var stopped =
        workers.stream()
            .filter(w -> WorkerEligibility.mayClaimFrom(w.worker(), queue) == null)
            .map(w -> WorkerEligibility.mayClaim(w.worker()))
            .filter(refusal -> refusal != null && UNAVAILABLE.contains(refusal.code()))
            .findFirst()
            .orElse(null);
    return stopped != null
        ? new Reason(
            ReasonCode.WORKER_UNAVAILABLE,
            "no worker that can serve queue %s takes work: %s; enable a worker or start another"
                .formatted(queue.key(), stopped.message()))
        : new Reason(
            ReasonCode.CAPABILITY_MISMATCH,
            ReasonText.uncovered(
                queue, online.stream().map(w -> w.worker().profile().workerType()).toList()));
  }

  private ObjectNode lease(Tx tx, DecisionRows rows, SubjectRow row, String queueKey)
      throws SQLException {
    var lease = row.newest();
    var worker = rows.workers().byUid(Set.of(lease.workerUid()), 0).get(lease.workerUid());
    var progress = ProgressReads.newest(tx, Set.of(row.subject().uid()));
    return LeaseDocumentBuilder.builder()
        .leaseEuid(lease.euid())
        .fencingToken(lease.fencingToken())
        .terms(lease.terms())
        .subjectEuid(row.subject().euid())
        .subjectName(row.subject().name())
        .subjectState(row.subject().execution().state())
        .workerEuid(worker == null ? null : worker.euid())
        .workerName(worker == null ? null : worker.profile().displayName())
        .queueKey(queueKey)
        .recordEuid(row.record().euid())
        .progress(progress.get(lease.euid()))
        .build()
        .node();
  }

  private static String queueKey(Queue queue) {
    return queue == null ? null : queue.key();
  }

  private SubjectView.Kin kin(Tx tx, long uid) throws SQLException {
    var lineage = new Lineage(tx);
    var parents = lineage.parents(uid, KIN);
    var children = lineage.children(uid, KIN);
    var names = names(tx, parents, children);
    return new SubjectView.Kin(
        relatives(parents, Link::parentUid, names),
        relatives(children, Link::childUid, names),
        parents.size() == KIN || children.size() == KIN);
  }

  private static Map<Long, SubjectView.Relative> names(
      Tx tx, List<Link> parents, List<Link> children) throws SQLException {
    var uids = new java.util.HashSet<Long>();
    parents.forEach(link -> uids.add(link.parentUid()));
    children.forEach(link -> uids.add(link.childUid()));
    var names = new HashMap<Long, SubjectView.Relative>();
    tx.query(
        NAMES,
        r ->
            names.put(
                r.getLong("uid"),
                new SubjectView.Relative(r.getString("euid"), r.getString("template_code"), null)),
        Map.of("uids", uids.stream().mapToLong(Long::longValue).toArray()));
    return names;
  }

  private static List<SubjectView.Relative> relatives(
      List<Link> links, ToLongFunction<Link> end, Map<Long, SubjectView.Relative> names) {
    return links.stream()
        .filter(link -> names.containsKey(end.applyAsLong(link)))
        .map(
            link -> {
              var name = names.get(end.applyAsLong(link));
              return new SubjectView.Relative(
                  name.euid(), name.templateCode(), link.relationship());
            })
        .toList();
  }

  private static List<JsonNode> shown(
      LinkedEvidence what, Tx tx, Subject subject, String field, Enum<?> status)
      throws SQLException {
    return what.readFor(tx, subject.uid()).stream()
        .filter(one -> status.name().equals(one.path(field).asString()))
        .toList();
  }
}
