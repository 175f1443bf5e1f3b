package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** An administrator drains, disables, enables or retires a worker. */
public record AdministerWorker(
    RequestMeta meta, ActionKey action, String workerEuid, String reason, WorkerPrecondition expect)
    implements WorkerCommand {

  /** However the worker stands. */
  public AdministerWorker(RequestMeta meta, ActionKey action, String workerEuid, String reason) {
    this(meta, action, workerEuid, reason, null);
  }
}
