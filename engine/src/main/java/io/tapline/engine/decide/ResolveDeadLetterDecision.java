package io.tapline.engine.decide;

import io.tapline.api.Code;
import io.tapline.api.Refusal;
import io.tapline.api.request.ResolveDeadLetter;
import io.tapline.tapdb.Json;

/** Closes a dead letter. The job does not change. */
public final class ResolveDeadLetterDecision {

  private ResolveDeadLetterDecision() {}

  public static Decision decide(DecisionInput s, ResolveDeadLetter command) {
    var refusal =
        DecisionRules.first(
            () ->
                s.deadLetter() == null
                    ? Refusal.unknown("dead_letter_euid", "dead letter " + command.deadLetterEuid())
                    : null,
            () ->
                s.deadLetter().open()
                    ? null
                    : Refusal.of(
                        Code.STATE_CONFLICT,
                        "dead letter "
                            + s.deadLetter().euid()
                            + " was resolved before: "
                            + s.deadLetter().note().resolutionState()),
            () -> DecisionRules.asExpected(s, command.expect()));
    if (refusal != null) {
      return refusal;
    }
    var resolved =
        s.deadLetter()
            .with(
                s.deadLetter()
                    .note()
                    .resolved(command.resolutionState(), command.reason(), s.now()));
    return SubjectChange.of(s.envelope())
        .resolve(resolved)
        .result(Json.tree(resolved.note()))
        .link(s.actorUid(), LinkTypes.ACTOR_DEAD_LETTER_RESOLUTION, resolved.uid());
  }
}
