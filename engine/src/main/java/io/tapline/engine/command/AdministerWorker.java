package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** An administrator drains, disables, enables or retires a worker. */
public record AdministerWorker(
    RequestMeta meta, ActionKey action, String workerEuid, String reason, WorkerPrecondition expect)
    implements WorkerCommand {

  /** Applies to any state and revision of the worker. */
  public AdministerWorker(RequestMeta meta, ActionKey action, String workerEuid, String reason) {
    this(meta, action, workerEuid, reason, null);
  }

  @Override
  public void check(FieldChecks c) {
    c.required("worker_euid", workerEuid, Limits.KEY).required("reason", reason, Limits.TEXT);
  }

  public static AdministerWorker read(ActionKey action, RequestFields f, RequestMeta meta) {
    return new AdministerWorker(
        meta, action, f.text("worker_euid"), f.text("reason"), WorkerPrecondition.read(f));
  }
}
