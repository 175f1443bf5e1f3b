package io.tapline.engine.decide;

import io.tapline.api.request.LeaseCommand;

/** The preconditions of every action of a lease holder, in their order. */
final class LeaseVerb {

  private LeaseVerb() {}

  static RefusedDecision refusal(DecisionInput s, LeaseCommand command) {
    var refused = refusalStartedOrNot(s, command);
    return refused != null
        ? refused
        : DecisionRules.first(() -> DecisionRules.accepts(s, command.action()));
  }

  /** Omits the state check, for actions that also accept a leased job that was not started. */
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
