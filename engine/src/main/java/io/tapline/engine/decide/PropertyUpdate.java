package io.tapline.engine.decide;

import io.tapline.api.Code;
import io.tapline.api.EventType;
import io.tapline.api.Refusal;
import tools.jackson.databind.JsonNode;

/**
 * Changes the properties of a job that no worker holds. The state stays and the revision rises, so
 * that a request that expects the earlier revision is refused.
 */
public final class PropertyUpdate {

  private PropertyUpdate() {}

  /**
   * @param properties all properties of the job after the change
   * @param reason stored in the evidence; a change without one is refused
   */
  public static Decision decide(
      DecisionInput s, String subjectEuid, JsonNode properties, String reason) {
    var refusal =
        DecisionRules.first(
            () -> DecisionRules.subjectExists(s, subjectEuid),
            () -> notLeased(s),
            () -> DecisionRules.notHeld(s),
            () -> DecisionRules.notTerminal(s),
            () -> reasonGiven(reason),
            () -> s.queue() == null ? null : EnqueueSubject.payloadAllowed(s.queue(), properties),
            () -> s.queue() == null ? null : JobRule.complete(s.queue(), properties));
    if (refusal != null) {
      return refusal;
    }
    var next = s.envelope().to(s.envelope().state()).at(s.now());
    return SubjectChange.of(s.envelope()).revise(next, EventType.JOB_UPDATED);
  }

  private static Refusal notLeased(DecisionInput s) {
    return s.leased()
        ? Refusal.of(
            Code.ALREADY_LEASED,
            "job %s is leased to a worker (%s); its properties change after the lease has ended"
                .formatted(s.subject().euid(), s.newest().euid()))
        : null;
  }

  private static Refusal reasonGiven(String reason) {
    return reason == null || reason.isBlank()
        ? Refusal.invalid("reason", "is required: the evidence of a change keeps its reason")
        : null;
  }
}
