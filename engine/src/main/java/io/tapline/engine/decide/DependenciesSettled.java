package io.tapline.engine.decide;

import io.tapline.api.ActionKey;
import io.tapline.api.Code;
import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.RecordStatus;
import io.tapline.api.Refusal;
import io.tapline.api.request.SettleDependencies;
import io.tapline.engine.model.AttemptFailure;

/** Releases, fails or cancels a job once the jobs that it depends on have ended. */
public final class DependenciesSettled {

  private static final ActionKey SETTLE = ActionKey.SETTLE_DEPENDENCIES;

  private DependenciesSettled() {}

  public static Decision decide(DecisionInput s, SettleDependencies command) {
    var refusal =
        DecisionRules.first(
            () -> DecisionRules.subjectExists(s, command.subjectEuid()),
            () -> DecisionRules.notHeld(s),
            () -> DecisionRules.notTerminal(s),
            () -> DecisionRules.asExpected(s, command.expect()),
            () -> DecisionRules.accepts(s, SETTLE),
            () ->
                s.envelope().workflowEuid() == null
                    ? Refusal.of(
                        Code.STATE_CONFLICT,
                        "job " + s.subject().euid() + " belongs to no workflow")
                    : null);
    if (refusal != null) {
      return refusal;
    }
    var change = SubjectChange.of(s.envelope());
    return switch (s.dependencies()) {
      case WAITING -> change.status("WAITING");
      case MET -> change.step(SETTLE, ready(s), EventType.JOB_READY, "dependencies_met");
      case FAILED -> fail(change, s, command);
      case CANCELED ->
          change.step(
              SETTLE,
              s.envelope().to(ExecutionState.CANCELED).canceled().at(s.now()),
              EventType.JOB_CANCELLED,
              "dependency_cancelled");
    };
  }

  /** The job gets no dead letter: the dead letter of the failed dependency covers both. */
  private static SubjectChange fail(
      SubjectChange change, DecisionInput s, SettleDependencies command) {
    var record = s.draw().record();
    change.step(
        SETTLE,
        s.envelope().to(ExecutionState.FAILED_TERMINAL).lastRecord(record.euid()).at(s.now()),
        EventType.JOB_FAILED,
        "dependency_failed");
    return new ReconciliationRecord(
            s, command, RecordStatus.CANCELED, s.queue(), AttemptFailure.dependency())
        .addTo(change, record);
  }

  /** The requested ready time applies if it is still in the future. */
  private static io.tapline.engine.model.Envelope ready(DecisionInput s) {
    var requested = s.envelope().readyAt();
    return s.envelope()
        .to(ExecutionState.READY)
        .readyAt(requested != null && requested.isAfter(s.now()) ? requested : s.now())
        .at(s.now());
  }
}
