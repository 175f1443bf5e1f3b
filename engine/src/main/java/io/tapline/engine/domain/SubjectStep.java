package io.tapline.engine.domain;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What becomes of the work on one subject. Each is one of the engine's own verbs. */
public sealed interface SubjectStep {

  ExistingObject subject();

  /** Its worker begins, and keeps the lease. */
  record Start(ExistingObject subject) implements SubjectStep {}

  /** Done; for good, or on to a next queue. */
  @RecordBuilder
  record Complete(
      ExistingObject subject, String nextQueueKey, String nextActionKey, JsonNode result)
      implements SubjectStep {}

  /** Not done. The class of the error decides what follows: retry, dead letter or hold. */
  record Fail(
      ExistingObject subject,
      ErrorClass errorClass,
      String errorCode,
      String message,
      JsonNode result)
      implements SubjectStep {}

  /**
   * To a queue, from wherever it is: prepared work is enqueued, what waits there already stays, all
   * else is requeued, which asks for the role of a requeue.
   */
  record Send(ExistingObject subject, String queueKey, String nextActionKey, String reason)
      implements SubjectStep {

    /** Whether it has never been in a queue. */
    public boolean first() {
      return subject.execution().state() == ExecutionState.PENDING;
    }

    /** Whether nothing has to be done. */
    public boolean there() {
      return subject.execution().state() == ExecutionState.READY
          && queueKey.equals(subject.execution().nextQueueKey());
    }
  }

  /** Other properties; the state stays. The evidence keeps those before and those after. */
  record Update(ExistingObject subject, ObjectNode properties) implements SubjectStep {}

  /** Not wanted any more, whatever its state was. */
  record Cancel(ExistingObject subject, String reason) implements SubjectStep {}
}
