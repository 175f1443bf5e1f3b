package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** An administrator drains, disables, enables or retires a worker. */
public record AdministerWorker(Meta meta, ActionKey action, String workerEuid, String reason)
    implements WorkerCommand {}
