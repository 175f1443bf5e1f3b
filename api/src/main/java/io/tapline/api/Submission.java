package io.tapline.api;

/**
 * The room and the registered job of a submitted task. It stays when the job has ended and is in no
 * queue any more.
 */
public record Submission(
    @WireField(required = true, length = Limits.NAME, about = "the room") String roomId,
    @WireField(required = true, length = 3 * Limits.NAME, about = "the registered job")
        String job) {}
