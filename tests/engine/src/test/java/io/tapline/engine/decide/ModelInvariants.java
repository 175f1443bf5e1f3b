package io.tapline.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ActionKey;
import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.LeaseStatus;
import io.tapline.api.RecordStatus;
import io.tapline.engine.decide.Transitions.Transition;
import io.tapline.engine.model.DeadLetter;
import io.tapline.engine.model.Event;
import io.tapline.engine.model.HoldState;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Invariants after every change, whatever its history. */
final class ModelInvariants implements SubjectModel.Watch {

  /** The transitions so far, over all models that share this watch. */
  final Set<Transition> seen = new HashSet<>();

  private SubjectModel model;
  private int placed;
  private int released;

  SubjectModel fresh() {
    model = new SubjectModel(this);
    placed = 0;
    released = 0;
    return model;
  }

  @Override
  public void applied(ActionKey action, Object command, SubjectChange change, Ending ending) {
    var steps = steps(action, change);
    seen.addAll(steps);
    assertThat(steps).allMatch(t -> Transitions.allows(t.action(), t.from(), t.to()));
    revisionCountsTheChanges(change);
    eachTransitionHasOneEvent(action, change);
    endsByTheTable(change, ending);
    terminalIsLeftAlone(action, change);
    holdsAreKept(change);
    envelopeIsWhole();
    evidenceIsWhole();
  }

  /** The chain of states, each with the action whose right it was. */
  private static List<Transition> steps(ActionKey action, SubjectChange change) {
    var steps = new ArrayList<Transition>();
    for (var event : change.events()) {
      boolean starts =
          event.type() == EventType.JOB_STARTED && action != ActionKey.RECORD_EXTERNAL_RESULT;
      steps.add(
          new Transition(
              starts ? ActionKey.START_QUEUE_EXECUTION : action, event.from(), event.to()));
    }
    if (change.events().isEmpty()
        && (change.changesEnvelope() || action == ActionKey.REPORT_PROGRESS)) {
      steps.add(new Transition(action, change.fromState(), change.after().state()));
    }
    return steps;
  }

  private static void revisionCountsTheChanges(SubjectChange change) {
    long before = change.before() == null ? 0 : change.before().revision();
    if (change.after().equals(change.before())) {
      assertThat(change.after().revision()).isEqualTo(before);
    } else {
      assertThat(change.after().revision()).isGreaterThan(before);
    }
  }

  private static void eachTransitionHasOneEvent(ActionKey action, SubjectChange change) {
    long before = change.before() == null ? 0 : change.before().revision();
    var state = change.fromState();
    long revision = before;
    for (Event event : change.events()) {
      assertThat(event.from()).isEqualTo(state);
      assertThat(event.revision()).isBetween(revision, revision + 1);
      if (event.from() != event.to()) {
        assertThat(event.revision()).isEqualTo(revision + 1);
      }
      state = event.to();
      revision = event.revision();
    }
    boolean silent =
        action == ActionKey.PREPARE_SUBJECT
            || (action == ActionKey.ENQUEUE_SUBJECT
                && change.after().state() == ExecutionState.PENDING)
            || (action == ActionKey.CANCEL_SUBJECT_EXECUTION
                && change.fromState() == change.after().state());
    if (!silent) {
      assertThat(state).isEqualTo(change.after().state());
      assertThat(revision).isEqualTo(change.after().revision());
    }
  }

  private static void endsByTheTable(SubjectChange change, Ending ending) {
    boolean ends =
        change.changedLease() != null
            && change.changedLease().terms().status() != LeaseStatus.ACTIVE;
    assertThat(change.closedRecord() != null).isEqualTo(ends);
    if (!ends) {
      return;
    }
    assertThat(ending).as("a lease ended without a cause").isNotNull();
    assertThat(change.changedLease().terms().status()).isEqualTo(ending.leaseStatus());
    assertThat(change.changedLease().terms().releaseReason()).isEqualTo(ending.releaseReason());
    assertThat(change.closedRecord().attempt().status()).isEqualTo(ending.recordStatus());
    boolean startsAfresh =
        change.events().stream().anyMatch(event -> event.type() == EventType.JOB_ROUTED);
    if (!startsAfresh) {
      assertThat(change.after().attemptCount() - change.before().attemptCount())
          .isEqualTo(ending.spendsAttempt() ? 1 : 0);
    }
  }

  private static void terminalIsLeftAlone(ActionKey action, SubjectChange change) {
    if (change.before() != null && change.before().terminal()) {
      assertThat(change.changesEnvelope())
          .isEqualTo(action == ActionKey.REQUEUE_SUBJECT || action == ActionKey.CLEAN_SUBJECT);
      assertThat(change.after().state() == change.fromState())
          .isEqualTo(action != ActionKey.REQUEUE_SUBJECT);
      if (action == ActionKey.CLEAN_SUBJECT) {
        assertThat(change.before().cleanedAt()).as("put away once").isNull();
      }
    }
    if (change.fromState() == ExecutionState.HELD && change.changesEnvelope()) {
      assertThat(action)
          .isIn(
              ActionKey.PLACE_EXECUTION_HOLD,
              ActionKey.RELEASE_EXECUTION_HOLD,
              ActionKey.CANCEL_SUBJECT_EXECUTION,
              ActionKey.REQUEUE_SUBJECT);
    }
  }

  private void holdsAreKept(SubjectChange change) {
    placed += change.newHold() == null ? 0 : 1;
    released += change.releasedHolds().size();
    int active = model.activeHolds().size();
    assertThat(active).isEqualTo(placed - released);
    assertThat(model.envelope.state() == ExecutionState.HELD).isEqualTo(active > 0);
    assertThat(model.envelope.holdState() == HoldState.ACTIVE).isEqualTo(active > 0);
    assertThat(model.envelope.heldFrom() != null).isEqualTo(active > 0);
  }

  private void envelopeIsWhole() {
    var e = model.envelope;
    assertThat(e.terminal()).isEqualTo(e.state().terminal());
    if (e.state().claimable()) {
      assertThat(e.readyAt()).isNotNull();
      assertThat(e.nextQueueKey()).isNotNull();
    }
    if (!e.terminal()) {
      assertThat(e.attemptCount()).isLessThan(DecisionFixtures.MAX_ATTEMPTS);
    }
    assertThat(e.attemptCount()).isLessThanOrEqualTo(DecisionFixtures.MAX_ATTEMPTS);
    var at = e.state() == ExecutionState.HELD ? e.heldFrom() : e.state();
    assertThat(e.external() != null).isEqualTo(at == ExecutionState.WAITING_EXTERNAL);
    if (e.state() == ExecutionState.RUNNING) {
      assertThat(model.leaseActive()).isTrue();
      assertThat(e.lastExecutionRecordEuid())
          .isEqualTo(model.recordsByLease.get(model.newest().uid()).euid());
    }
    if (e.cancelRequested() && e.state().claimable()) {
      assertThat(model.leaseActive()).as("a pending cancel that nobody will hear").isTrue();
    }
  }

  private void evidenceIsWhole() {
    var active =
        model.leases.values().stream()
            .filter(lease -> lease.terms().status() == LeaseStatus.ACTIVE)
            .toList();
    assertThat(active).hasSizeLessThanOrEqualTo(1);
    if (!active.isEmpty()) {
      assertThat(active.get(0)).isEqualTo(model.newest());
      assertThat(model.envelope.state())
          .isIn(ExecutionState.READY, ExecutionState.FAILED_RETRYABLE, ExecutionState.RUNNING);
    }
    model.leases.forEach(
        (uid, lease) ->
            assertThat(model.recordsByLease.get(uid).attempt().status() == RecordStatus.STARTED)
                .isEqualTo(lease.terms().status() == LeaseStatus.ACTIVE));
    var open = model.deadLetters.values().stream().filter(DeadLetter::open).toList();
    assertThat(open).hasSizeLessThanOrEqualTo(1);
    if (!open.isEmpty()) {
      assertThat(model.envelope.state()).isEqualTo(ExecutionState.FAILED_TERMINAL);
    }
  }
}
