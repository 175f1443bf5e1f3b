package io.tapline.engine.domain;

import io.tapline.engine.model.ErrorClass;
import io.tapline.engine.model.ExecutionState;
import tools.jackson.databind.JsonNode;

/** What becomes of the work on one subject. Each is one of the engine's own verbs. */
public sealed interface Step {

  Known subject();

  /** Its worker begins, and keeps the lease. */
  record Start(Known subject) implements Step {}

  /** Done; for good, or on to a next queue. */
  record Complete(Known subject, String nextQueueKey, String nextActionKey, JsonNode result)
      implements Step {}

  /** Not done. The class of the error decides what follows: retry, dead letter or hold. */
  record Fail(
      Known subject, ErrorClass errorClass, String errorCode, String message, JsonNode result)
      implements Step {}

  /**
   * To a queue, from wherever it is: prepared work is enqueued, what waits there already stays, all
   * else is requeued, which asks for the role of a requeue.
   */
  record Send(Known subject, String queueKey, String nextActionKey, String reason) implements Step {

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

  /** Not wanted any more, whatever its state was. */
  record Cancel(Known subject, String reason) implements Step {}
}
