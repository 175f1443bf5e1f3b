package io.tapline.api.request;

import io.tapline.api.ActionKey;

/** A request by or about a worker. */
public sealed interface WorkerCommand extends Command
    permits RegisterWorker, Heartbeat, AdministerWorker {

  /** The precondition on the worker, or null. */
  WorkerPrecondition expect();

  @Override
  ActionKey action();
}
