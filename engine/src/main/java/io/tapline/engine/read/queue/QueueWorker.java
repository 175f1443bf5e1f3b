package io.tapline.engine.read.queue;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tapline.engine.read.worker.WorkerView;

/**
 * A worker that is online and could serve a queue.
 *
 * @param serving whether it claimed from the queue recently or holds a lease of it
 */
public record QueueWorker(boolean serving, @JsonUnwrapped WorkerView worker) {}
