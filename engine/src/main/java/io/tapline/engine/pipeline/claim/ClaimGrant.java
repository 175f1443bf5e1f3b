package io.tapline.engine.pipeline.claim;

import io.tapline.api.ActionKey;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.ClaimAnswerItemBuilder;
import io.tapline.engine.decide.DecisionIds;
import io.tapline.engine.decide.DecisionInput;
import io.tapline.engine.decide.DecisionInputBuilder;
import io.tapline.engine.decide.GrantLease;
import io.tapline.engine.decide.RefusedDecision;
import io.tapline.engine.decide.SubjectChange;
import io.tapline.engine.decide.WorkerDecision;
import io.tapline.engine.model.ActionNote;
import io.tapline.engine.model.ActionNoteBuilder;
import io.tapline.engine.model.Lease;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.Worker;
import io.tapline.engine.pipeline.ActionTransaction;
import io.tapline.engine.pipeline.PipelineContext;
import io.tapline.engine.store.ActionEntry;
import io.tapline.engine.store.SubjectRow;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** Decides again on locked jobs of one queue, and leases them to one worker. */
final class ClaimGrant {

  /** A lease; record and action have the next uids. */
  static final int IDS_PER_ITEM = 1;

  private final PipelineContext context;
  private final ClaimRequest request;
  private final Worker worker;
  private final Queue queue;
  private final List<ClaimAnswer.Item> granted = new ArrayList<>();

  /** The caller has locked worker and subjects. */
  ClaimGrant(PipelineContext context, ClaimRequest request, Worker worker, Queue queue) {
    this.context = context;
    this.request = request;
    this.worker = worker;
    this.queue = queue;
  }

  /** Writes nothing when a lease has lapsed, or when the named subject is refused. */
  ClaimAttempt grant(ActionTransaction action, List<SubjectRow> own) throws SQLException {
    var clockAndIds = action.clockAndIds();
    var lapses = new LinkedHashSet<String>();
    var inputs = new ArrayList<DecisionInput>();
    for (var row : own) {
      var input = input(row, clockAndIds.now(row), clockAndIds);
      inputs.add(input);
      if (input.lapsed()) {
        lapses.add(input.newest().euid());
      }
    }
    if (!lapses.isEmpty()) {
      return new ClaimAttempt.LapsesFound(lapses);
    }
    for (int i = 0; i < inputs.size(); i++) {
      var decision = GrantLease.decide(inputs.get(i), request.command(), request.hash());
      if (decision instanceof RefusedDecision refused) {
        // Selected subjects that changed before the lock belong to another worker now; for a named
        // one the request is refused.
        context.stats().notGranted(request.tenantId(), queue.key(), refused.refusal().code());
        if (request.namesSubject()) {
          return new ClaimAttempt.Refused(refused.refusal());
        }
      } else {
        granted.add(record(action, own.get(i), (SubjectChange) decision));
      }
    }
    if (granted.isEmpty()) {
      return new ClaimAttempt.Missed();
    }
    signOfLife(action);
    return new ClaimAttempt.Answered(
        new ClaimAnswer(ClaimAnswer.CLAIMED, false, worker.euid(), List.copyOf(granted)));
  }

  DecisionInput input(SubjectRow row, Instant now, DecisionIds draw) {
    var sameQueue = queue.key().equals(row.subject().execution().nextQueueKey());
    return DecisionInputBuilder.builder()
        .caller(request.caller())
        .actorUid(request.actorUid())
        .subject(row.subject())
        .worker(worker)
        .lease(row.newest())
        .record(row.record())
        .newest(row.newest())
        .newestRecord(row.record())
        .queue(sameQueue ? queue : null)
        .leaseQueue(queue)
        .named(Map.of())
        .activeHolds(List.of())
        .outputs(Map.of())
        .now(now)
        .draw(draw)
        .build();
  }

  private ClaimAnswer.Item record(ActionTransaction action, SubjectRow row, SubjectChange change)
      throws SQLException {
    var subject = row.subject();
    var writer = action.writer();
    writer.change(subject.uid(), row.newest(), change);
    var template = context.templates().action(action.tx(), ActionKey.CLAIM_QUEUE_ITEM);
    var ref = action.clockAndIds().action(template, change.newLease());
    var note = note(row, change, granted.size());
    writer.act(
        new ActionEntry(
            ref, template, subject.uid(), worker.uid(), queue.uid(), null, row.feedKey(), note));
    return item(ref.euid(), note, change.newLease(), row);
  }

  /**
   * @param ordinal its index among the grants of the request
   */
  ActionNote note(SubjectRow row, SubjectChange change, int ordinal) {
    var subject = row.subject();
    var meta = request.command().meta();
    return ActionNoteBuilder.builder()
        .actionKey(ActionKey.CLAIM_QUEUE_ITEM)
        .actor(request.caller().principal())
        .role(request.caller().shownRole())
        .target(request.namesSubject() ? null : "worker")
        .ordinal(ordinal == 0 ? null : ordinal)
        .subjectEuid(subject.euid())
        .workerEuid(worker.euid())
        .leaseEuid(change.newLease().euid())
        .recordEuid(change.newRecord().euid())
        .queueKey(queue.key())
        .fromState(change.fromState())
        .toState(change.after().state())
        .revisionBefore(change.before().revision())
        .revisionAfter(change.after().revision())
        .correlationId(subject.execution().correlationIdFor(meta.correlationId()))
        .traceId(subject.execution().traceIdFor(meta.traceId()))
        .idempotencyKey(meta.idempotencyKey())
        .payloadHash(request.hash())
        .softwareVersion(context.softwareVersion())
        .status(ClaimAnswer.CLAIMED)
        .events(change.events())
        .build();
  }

  /**
   * Built from the action and from immutable values of its lease and its subject, so that all
   * answers are equal and the action need not store them. The expiry is that of the grant.
   */
  static ClaimAnswer.Item item(String actionEuid, ActionNote note, Lease lease, SubjectRow row) {
    var enqueued = row.subject().execution();
    var terms = lease.terms();
    return ClaimAnswerItemBuilder.builder()
        .leaseEuid(lease.euid())
        .leaseToken(terms.leaseToken())
        .fencingToken(lease.fencingToken())
        .recordEuid(note.recordEuid())
        .subjectEuid(note.subjectEuid())
        .queueKey(note.queueKey())
        .attemptNumber(terms.attemptNumber())
        .nextActionKey(terms.nextActionKey())
        .state(note.toState())
        .revision(note.revisionAfter())
        .expiresAt(terms.claimedAt().plusSeconds(terms.ttlSeconds()))
        .ttlSeconds(terms.ttlSeconds())
        .heartbeatIntervalSeconds(terms.renewedEverySeconds())
        .actionEuid(actionEuid)
        .correlationId(enqueued.correlationId())
        .traceId(enqueued.traceId())
        .properties(row.properties())
        .build();
  }

  /**
   * A claim counts as a heartbeat. It is written only when the last heartbeat is old, because it
   * rewrites the worker's row.
   */
  private void signOfLife(ActionTransaction action) {
    if (!signOfLifeDue(worker).isAfter(action.now())) {
      action
          .writer()
          .reregister(worker.uid(), WorkerDecision.alive(worker.profile(), action.now()));
    }
  }

  /** The time from which a claim of the worker is written as a heartbeat. */
  static Instant signOfLifeDue(Worker worker) {
    var profile = worker.profile();
    return profile.endedAt() != null
        ? Instant.EPOCH
        : profile.heartbeatAt().plusSeconds(Math.max(1, profile.heartbeatTtlSeconds() / 3));
  }

  /** The smallest fencing token of the grants. */
  static long firstLease(ClaimAnswer answer) {
    return answer.claims().stream().mapToLong(ClaimAnswer.Item::fencingToken).min().orElseThrow();
  }
}
