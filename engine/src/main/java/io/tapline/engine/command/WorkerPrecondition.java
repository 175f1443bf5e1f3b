package io.tapline.engine.command;

import io.tapline.engine.model.WorkerStatus;

/** What the caller believes of a worker. Given, it must match; absent, it is not asked. */
public record WorkerPrecondition(WorkerStatus state, Long revision) {

  /** Null when the request says nothing of the worker. */
  static WorkerPrecondition read(RequestFields f) {
    var state = f.choice("expected_state", WorkerStatus.class);
    var revision = SharedFields.revision(f);
    return state == null && revision == null ? null : new WorkerPrecondition(state, revision);
  }
}
