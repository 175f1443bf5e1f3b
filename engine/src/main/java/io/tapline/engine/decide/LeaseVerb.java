package io.tapline.engine.decide;

import io.tapline.engine.command.LeaseCommand;

/** What every verb of a lease holder has to pass. */
final class LeaseVerb {

  private LeaseVerb() {}

  static Refused refusal(Situation s, LeaseCommand command) {
    return Rules.first(
        () -> Rules.leaseExists(s, command),
        () -> Rules.leaseIsTheCallers(s, command),
        () -> Rules.leaseIsLive(s),
        () -> Rules.notHeld(s),
        () -> Rules.notTerminal(s),
        () -> Rules.asExpected(s, command.expect()),
        () -> Rules.accepts(s, command.action()));
  }

  /** The same for verbs that may find the subject leased but not started. */
  static Refused refusalStartedOrNot(Situation s, LeaseCommand command) {
    return Rules.first(
        () -> Rules.leaseExists(s, command),
        () -> Rules.leaseIsTheCallers(s, command),
        () -> Rules.leaseIsLive(s),
        () -> Rules.notHeld(s),
        () -> Rules.notTerminal(s),
        () -> Rules.asExpected(s, command.expect()));
  }
}
