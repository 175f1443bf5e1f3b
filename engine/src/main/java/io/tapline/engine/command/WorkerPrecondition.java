package io.tapline.engine.command;

import io.tapline.engine.model.WorkerStatus;

/** What the caller believes of a worker. Given, it must match; absent, it is not asked. */
public record WorkerPrecondition(WorkerStatus state, Long revision) {}
