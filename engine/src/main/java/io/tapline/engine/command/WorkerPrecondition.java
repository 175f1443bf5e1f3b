package io.tapline.engine.command;

import io.tapline.engine.model.WorkerStatus;

/** The expected status and revision of a worker. A null is not compared. */
public record WorkerPrecondition(WorkerStatus state, Long revision) {

  /** Null when the request has no precondition. */
  static WorkerPrecondition read(RequestFields f) {
    var state = f.choice("expected_state", WorkerStatus.class);
    var revision = SharedFields.revision(f);
    return state == null && revision == null ? null : new WorkerPrecondition(state, revision);
  }
}
