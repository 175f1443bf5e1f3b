package io.tapline.engine.pipeline;

import io.tapline.engine.decide.Change;
import io.tapline.engine.decide.Correlation;
import io.tapline.engine.decide.GrantLease;
import io.tapline.engine.decide.Refused;
import io.tapline.engine.decide.Situation;
import io.tapline.engine.decide.WorkerDecision;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.ActionNote;
import io.tapline.engine.model.ClaimAnswer;
import io.tapline.engine.model.Hold;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.model.Worker;
import io.tapline.engine.store.Drawn;
import io.tapline.engine.store.Entry;
import io.tapline.engine.store.Rows;
import io.tapline.engine.store.Writer;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** Subjects of one queue that are locked for one worker: looked at again, and leased. */
final class ClaimGrant {

  /** Lease, record and action. */
  static final int IDS_PER_ITEM = 3;

  private final Tx tx;
  private final Context context;
  private final ClaimRequest request;
  private final Worker worker;
  private final Queue queue;
  private final List<ClaimAnswer.Item> granted = new ArrayList<>();
  private final LinkedHashSet<String> lapses = new LinkedHashSet<>();

  /** Worker and subjects are locked. */
  ClaimGrant(Tx tx, Context context, ClaimRequest request, Worker worker, Queue queue) {
    this.tx = tx;
    this.context = context;
    this.request = request;
    this.worker = worker;
    this.queue = queue;
  }

  /**
   * Of subjects that are locked for several workers those of this one, written with the others'.
   * Null when none of them can be had.
   */
  ClaimAnswer some(List<Long> own, Map<Long, Rows.SubjectRow> facts, Drawn drawn, Writer writer)
      throws SQLException {
    return grant(own, facts, Map.of(), drawn, writer);
  }

  /** Null when none of them can be had. */
  ClaimAnswer all(List<Long> locked) throws SQLException {
    var rows = new Rows(tx, context.kinds());
    var drawn = Drawn.underLock(tx, context.kinds(), locked.size() * IDS_PER_ITEM);
    // The lock of a subject may have been waited for.
    request.requireInTime(drawn.now());
    var facts = rows.subjectsWithProperties(locked);
    // Those that were selected have none: a hold placed since then would show in the envelope.
    var holds = request.namesSubject() ? rows.activeHolds(locked) : Map.<Long, List<Hold>>of();
    var writer = new Writer(tx, context.kinds(), drawn);
    var answer = grant(locked, facts, holds, drawn, writer);
    if (answer != null) {
      writer.write();
    }
    return answer;
  }

  private ClaimAnswer grant(
      List<Long> locked,
      Map<Long, Rows.SubjectRow> facts,
      Map<Long, List<Hold>> holds,
      Drawn drawn,
      Writer writer)
      throws SQLException {
    for (var uid : locked) {
      one(facts.get(uid), holds.getOrDefault(uid, List.of()), drawn, writer);
    }
    if (!lapses.isEmpty()) {
      throw new LapseMet(lapses);
    }
    if (granted.isEmpty()) {
      return null;
    }
    signOfLife(drawn, writer);
    return new ClaimAnswer(ClaimAnswer.CLAIMED, false, worker.euid(), List.copyOf(granted));
  }

  private void one(Rows.SubjectRow row, List<Hold> holds, Drawn drawn, Writer writer)
      throws SQLException {
    var situation = situation(row, holds, drawn);
    if (situation.lapsed()) {
      lapses.add(situation.newest().euid());
      return;
    }
    var decision = GrantLease.decide(situation, request.command(), request.hash());
    if (decision instanceof Refused refused) {
      // Selected subjects that changed before the lock are another's by now; a named one is
      // refused by name.
      context.tally().notGranted(request.tenantId(), queue.key(), refused.refusal().code());
      if (request.namesSubject()) {
        throw new RefusedException(refused.refusal());
      }
      return;
    }
    var change = (Change) decision;
    writer.change(row.subject().uid(), row.newest(), change);
    granted.add(record(row, change, drawn, writer));
  }

  private Situation situation(Rows.SubjectRow row, List<Hold> holds, Drawn drawn) {
    var sameQueue = queue.key().equals(row.subject().execution().nextQueueKey());
    return new Situation(
        request.caller(),
        request.actorUid(),
        row.subject(),
        worker,
        null,
        row.newest(),
        row.record(),
        row.newest(),
        row.record(),
        sameQueue ? queue : null,
        queue,
        Map.of(),
        holds,
        null,
        null,
        Map.of(),
        drawn.now(),
        drawn);
  }

  private ClaimAnswer.Item record(Rows.SubjectRow row, Change change, Drawn drawn, Writer writer)
      throws SQLException {
    var subject = row.subject();
    var template = context.kinds().action(tx, ActionKey.CLAIM_QUEUE_ITEM);
    var ref = drawn.next(template);
    var note = note(row, change);
    writer.act(
        new Entry(
            ref, template, subject.uid(), worker.uid(), queue.uid(), null, row.feedKey(), note));
    return ClaimReplay.item(ref.euid(), note, change.newLease(), row);
  }

  private ActionNote note(Rows.SubjectRow row, Change change) {
    var subject = row.subject();
    var meta = request.command().meta();
    return new ActionNote(
        ActionKey.CLAIM_QUEUE_ITEM,
        null,
        request.caller().principal(),
        Recorder.role(request.caller()),
        request.namesSubject() ? null : "worker",
        granted.isEmpty() ? null : granted.size(),
        subject.euid(),
        worker.euid(),
        change.newLease().euid(),
        change.newRecord().euid(),
        null,
        null,
        queue.key(),
        null,
        null,
        null,
        change.fromState(),
        change.after().state(),
        change.before().revision(),
        change.after().revision(),
        Correlation.id(meta, subject.execution()),
        Correlation.trace(meta, subject.execution()),
        meta.idempotencyKey(),
        request.hash(),
        context.softwareVersion(),
        ClaimAnswer.CLAIMED,
        null,
        null,
        change.events());
  }

  /**
   * Claiming shows that the worker lives; written only when the last heartbeat is getting old,
   * since a row has to move.
   */
  private void signOfLife(Drawn drawn, Writer writer) {
    var due =
        worker
            .profile()
            .heartbeatAt()
            .plusSeconds(Math.max(1, worker.profile().heartbeatTtlSeconds() / 3));
    if (!due.isAfter(drawn.now()) || worker.profile().endedAt() != null) {
      writer.reregister(worker.uid(), WorkerDecision.alive(worker.profile(), drawn.now()));
    }
  }
}
