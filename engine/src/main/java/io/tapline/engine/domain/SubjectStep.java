package io.tapline.engine.domain;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The change of one subject. Each step is an action of the engine. */
public sealed interface SubjectStep {

  ExistingObject subject();

  /** The worker starts and keeps the lease. */
  record Start(ExistingObject subject) implements SubjectStep {}

  /** Completes the subject, or moves it to a next queue. */
  @RecordBuilder
  record Complete(
      ExistingObject subject, String nextQueueKey, String nextActionKey, JsonNode result)
      implements SubjectStep {}

  /** Fails the subject. The error class decides between retry, dead letter and hold. */
  record Fail(
      ExistingObject subject,
      ErrorClass errorClass,
      String errorCode,
      String message,
      JsonNode result)
      implements SubjectStep {}

  /**
   * Moves the subject to a queue: a prepared one is enqueued, one that waits there stays, and any
   * other is requeued, which requires the role of a requeue.
   */
  record Send(ExistingObject subject, String queueKey, String nextActionKey, String reason)
      implements SubjectStep {

    /** Whether it has never been in a queue. */
    public boolean first() {
      return subject.execution().state() == ExecutionState.PENDING;
    }

    /** Whether it already waits in the queue. */
    public boolean there() {
      return subject.execution().state() == ExecutionState.READY
          && queueKey.equals(subject.execution().nextQueueKey());
    }
  }

  /**
   * Replaces the properties; the state stays. The evidence contains the properties before and
   * after.
   */
  record Update(ExistingObject subject, ObjectNode properties) implements SubjectStep {}

  /** Cancels the subject in any state. */
  record Cancel(ExistingObject subject, String reason) implements SubjectStep {}
}
