package io.tapline.api.request;

import io.tapline.api.WireField;
import io.tapline.api.WorkerStatus;

/** The expected status and revision of a worker. A null is not compared. */
@WireField.Group(nullIfEmpty = true)
public record WorkerPrecondition(
    @WireField(name = "expected_state", about = "refused if the worker has another status")
        WorkerStatus state,
    @WireField(
            name = "expected_revision",
            refusedBelowLeast = true,
            about = "refused if the worker has another revision")
        Long revision) {}
