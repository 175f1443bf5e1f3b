package io.tapline.engine.decide;

import io.tapline.engine.command.LeaseCommand;

/** What every verb of a lease holder has to pass. */
final class LeaseVerb {

  private LeaseVerb() {}

  static RefusedDecision refusal(DecisionInput s, LeaseCommand command) {
    return DecisionRules.first(
        () -> DecisionRules.leaseExists(s, command),
        () -> DecisionRules.leaseIsTheCallers(s, command),
        () -> DecisionRules.leaseIsLive(s),
        () -> DecisionRules.notHeld(s),
        () -> DecisionRules.notTerminal(s),
        () -> DecisionRules.asExpected(s, command.expect()),
        () -> DecisionRules.accepts(s, command.action()));
  }

  /** The same for verbs that may find the subject leased but not started. */
  static RefusedDecision refusalStartedOrNot(DecisionInput s, LeaseCommand command) {
    return DecisionRules.first(
        () -> DecisionRules.leaseExists(s, command),
        () -> DecisionRules.leaseIsTheCallers(s, command),
        () -> DecisionRules.leaseIsLive(s),
        () -> DecisionRules.notHeld(s),
        () -> DecisionRules.notTerminal(s),
        () -> DecisionRules.asExpected(s, command.expect()));
  }
}
