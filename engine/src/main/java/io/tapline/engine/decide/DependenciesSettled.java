package io.tapline.engine.decide;

import io.tapline.engine.command.SettleDependencies;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.Code;
import io.tapline.engine.model.EventType;
import io.tapline.engine.model.ExecutionState;
import io.tapline.engine.model.Refusal;

/** A job that waits for others goes on, or not at all, once they have ended. */
public final class DependenciesSettled {

  private static final ActionKey SETTLE = ActionKey.SETTLE_DEPENDENCIES;

  private DependenciesSettled() {}

  public static Decision decide(Situation s, SettleDependencies command) {
    var refusal =
        Rules.first(
            () -> Rules.subjectExists(s, command.subjectEuid()),
            () -> Rules.notHeld(s),
            () -> Rules.notTerminal(s),
            () -> Rules.asExpected(s, command.expect()),
            () -> Rules.accepts(s, SETTLE),
            () ->
                s.envelope().workflowEuid() == null
                    ? Refusal.of(
                        Code.STATE_CONFLICT,
                        "subject " + s.subject().euid() + " belongs to no workflow")
                    : null);
    if (refusal != null) {
      return refusal;
    }
    var change = Change.of(s.envelope());
    return switch (s.dependencies()) {
      case WAITING -> change.status("WAITING");
      case MET -> change.step(SETTLE, ready(s), EventType.JOB_ENQUEUED, "dependencies_met");
      case FAILED ->
          change.step(
              SETTLE,
              s.envelope().to(ExecutionState.FAILED_TERMINAL).at(s.now()),
              EventType.JOB_FAILED,
              "dependency_failed");
      case CANCELED ->
          change.step(
              SETTLE,
              s.envelope().to(ExecutionState.CANCELED).canceled().at(s.now()),
              EventType.JOB_CANCELLED,
              "dependency_cancelled");
    };
  }

  /** Not before its own time, and not before now. */
  private static io.tapline.engine.model.Envelope ready(Situation s) {
    var asked = s.envelope().readyAt();
    return s.envelope()
        .to(ExecutionState.READY)
        .readyAt(asked != null && asked.isAfter(s.now()) ? asked : s.now())
        .at(s.now());
  }
}
