package io.tapline.engine.pipeline;

import io.tapline.api.ClaimAnswer;
import io.tapline.engine.decide.CorrelationIds;
import io.tapline.engine.decide.DecisionIds;
import io.tapline.engine.decide.DecisionInput;
import io.tapline.engine.decide.DecisionInputBuilder;
import io.tapline.engine.decide.GrantLease;
import io.tapline.engine.decide.RefusedDecision;
import io.tapline.engine.decide.SubjectChange;
import io.tapline.engine.decide.WorkerDecision;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.ActionNote;
import io.tapline.engine.model.ActionNoteBuilder;
import io.tapline.engine.model.Hold;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.model.Worker;
import io.tapline.engine.store.ActionEntry;
import io.tapline.engine.store.BatchWriter;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.TransactionClockAndIds;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** Subjects of one queue that are locked for one worker: looked at again, and leased. */
final class ClaimGrant {

  /** Lease, record and action. */
  static final int IDS_PER_ITEM = 3;

  private final Tx tx;
  private final PipelineContext context;
  private final ClaimRequest request;
  private final Worker worker;
  private final Queue queue;
  private final List<ClaimAnswer.Item> granted = new ArrayList<>();
  private final LinkedHashSet<String> lapses = new LinkedHashSet<>();

  /** Worker and subjects are locked. */
  ClaimGrant(Tx tx, PipelineContext context, ClaimRequest request, Worker worker, Queue queue) {
    this.tx = tx;
    this.context = context;
    this.request = request;
    this.worker = worker;
    this.queue = queue;
  }

  /**
   * Of subjects that are locked for several workers those of this one, written with the others'.
   */
  ClaimAttempt some(
      List<Long> own,
      Map<Long, DecisionRows.SubjectRow> facts,
      TransactionClockAndIds clockAndIds,
      BatchWriter writer)
      throws SQLException {
    return grant(own, facts, Map.of(), clockAndIds, writer);
  }

  /** Granted, missed when none of them can be had, or blocked by lapses. */
  ClaimAttempt all(List<Long> locked) throws SQLException {
    var rows = new DecisionRows(tx, context.templates());
    var clockAndIds =
        TransactionClockAndIds.underLock(tx, context.templates(), locked.size() * IDS_PER_ITEM);
    // The lock of a subject may have been waited for.
    request.requireInTime(clockAndIds.now());
    var facts = rows.subjectsWithProperties(locked);
    // Those that were selected have none: a hold placed since then would show in the envelope.
    var holds = request.namesSubject() ? rows.activeHolds(locked) : Map.<Long, List<Hold>>of();
    var writer = new BatchWriter(tx, context.templates(), clockAndIds);
    var attempt = grant(locked, facts, holds, clockAndIds, writer);
    if (attempt instanceof ClaimAttempt.Granted) {
      writer.write();
    }
    return attempt;
  }

  private ClaimAttempt grant(
      List<Long> locked,
      Map<Long, DecisionRows.SubjectRow> facts,
      Map<Long, List<Hold>> holds,
      TransactionClockAndIds clockAndIds,
      BatchWriter writer)
      throws SQLException {
    for (var uid : locked) {
      one(facts.get(uid), holds.getOrDefault(uid, List.of()), clockAndIds, writer);
    }
    if (!lapses.isEmpty()) {
      return new ClaimAttempt.LapsesFound(lapses);
    }
    if (granted.isEmpty()) {
      return new ClaimAttempt.Missed();
    }
    signOfLife(clockAndIds, writer);
    return new ClaimAttempt.Granted(
        new ClaimAnswer(ClaimAnswer.CLAIMED, false, worker.euid(), List.copyOf(granted)));
  }

  private void one(
      DecisionRows.SubjectRow row,
      List<Hold> holds,
      TransactionClockAndIds clockAndIds,
      BatchWriter writer)
      throws SQLException {
    var input = input(row, holds, clockAndIds.now(row), clockAndIds);
    if (input.lapsed()) {
      lapses.add(input.newest().euid());
      return;
    }
    var decision = GrantLease.decide(input, request.command(), request.hash());
    if (decision instanceof RefusedDecision refused) {
      // Selected subjects that changed before the lock are another's by now; a named one is
      // refused by name.
      context.stats().notGranted(request.tenantId(), queue.key(), refused.refusal().code());
      if (request.namesSubject()) {
        throw new RefusedException(refused.refusal());
      }
      return;
    }
    var change = (SubjectChange) decision;
    writer.change(row.subject().uid(), row.newest(), change);
    granted.add(record(row, change, clockAndIds, writer));
  }

  DecisionInput input(
      DecisionRows.SubjectRow row, List<Hold> holds, Instant now, DecisionIds draw) {
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
        .activeHolds(holds)
        .outputs(Map.of())
        .now(now)
        .draw(draw)
        .build();
  }

  private ClaimAnswer.Item record(
      DecisionRows.SubjectRow row,
      SubjectChange change,
      TransactionClockAndIds clockAndIds,
      BatchWriter writer)
      throws SQLException {
    var subject = row.subject();
    var template = context.templates().action(tx, ActionKey.CLAIM_QUEUE_ITEM);
    var ref = clockAndIds.next(template);
    var note = note(row, change, granted.size());
    writer.act(
        new ActionEntry(
            ref, template, subject.uid(), worker.uid(), queue.uid(), null, row.feedKey(), note));
    return ClaimReplay.item(ref.euid(), note, change.newLease(), row);
  }

  /**
   * @param ordinal its place among what the request is granted
   */
  ActionNote note(DecisionRows.SubjectRow row, SubjectChange change, int ordinal) {
    var subject = row.subject();
    var meta = request.command().meta();
    return ActionNoteBuilder.builder()
        .actionKey(ActionKey.CLAIM_QUEUE_ITEM)
        .actor(request.caller().principal())
        .role(ActionRecorder.role(request.caller()))
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
        .correlationId(CorrelationIds.id(meta, subject.execution()))
        .traceId(CorrelationIds.trace(meta, subject.execution()))
        .idempotencyKey(meta.idempotencyKey())
        .payloadHash(request.hash())
        .softwareVersion(context.softwareVersion())
        .status(ClaimAnswer.CLAIMED)
        .events(change.events())
        .build();
  }

  /**
   * Claiming shows that the worker lives; written only when the last heartbeat is getting old,
   * since a row has to move.
   */
  private void signOfLife(TransactionClockAndIds clockAndIds, BatchWriter writer) {
    if (!signOfLifeDue(worker).isAfter(clockAndIds.now())) {
      writer.reregister(worker.uid(), WorkerDecision.alive(worker.profile(), clockAndIds.now()));
    }
  }

  /** When a claim of the worker is to be written down as its sign of life. */
  static Instant signOfLifeDue(Worker worker) {
    var profile = worker.profile();
    return profile.endedAt() != null
        ? Instant.EPOCH
        : profile.heartbeatAt().plusSeconds(Math.max(1, profile.heartbeatTtlSeconds() / 3));
  }

  /** The smallest fencing token of what was granted. */
  static long firstLease(ClaimAnswer answer) {
    return answer.claims().stream().mapToLong(ClaimAnswer.Item::fencingToken).min().orElseThrow();
  }
}
