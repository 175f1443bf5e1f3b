package io.tapline.api.request;

import io.tapline.api.ActionKey;
import io.tapline.api.Limits;
import io.tapline.api.WireField;

/** An administrator drains, disables, enables or retires a worker. */
public record AdministerWorker(
    RequestMeta meta,
    ActionKey action,
    @WireField(required = true, length = Limits.KEY, about = "the worker") String workerEuid,
    @CommonFields.Reason String reason,
    WorkerPrecondition expect)
    implements WorkerCommand {

  /** Applies to any state and revision of the worker. */
  public AdministerWorker(RequestMeta meta, ActionKey action, String workerEuid, String reason) {
    this(meta, action, workerEuid, reason, null);
  }
}
