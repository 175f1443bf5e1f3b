package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** A request about one subject, named by itself or by something linked to it. */
public sealed interface SubjectCommand extends Command permits LeaseCommand, OperatorCommand {

  /** The subject's EUID, or null when the request names it through a lease, hold or dead letter. */
  String subjectEuid();

  StatePrecondition expect();

  @Override
  ActionKey action();
}
