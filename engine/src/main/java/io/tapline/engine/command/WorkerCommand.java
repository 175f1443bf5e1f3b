package io.tapline.engine.command;

/** A request by or about a worker. */
public sealed interface WorkerCommand extends Command
    permits RegisterWorker, Heartbeat, AdministerWorker {}
