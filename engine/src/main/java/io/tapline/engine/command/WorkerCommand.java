package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** A request by or about a worker. */
public sealed interface WorkerCommand extends Command
    permits RegisterWorker, Heartbeat, AdministerWorker {

  /** What the caller believes of the worker; null for nothing. */
  WorkerPrecondition expect();

  @Override
  ActionKey action();
}
