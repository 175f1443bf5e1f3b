package io.tapline.api.request;

import io.tapline.api.ActionKey;

/** A request about one job, which it names directly or through a linked object. */
public sealed interface SubjectCommand extends Command permits LeaseCommand, OperatorCommand {

  /** Null when the request names the job through a lease, hold or dead letter. */
  String subjectEuid();

  StatePrecondition expect();

  @Override
  ActionKey action();
}
