package io.tapline.engine.model;

/**
 * The room and the registered job of a submitted task. It stays when the job has ended and is in no
 * queue any more.
 */
public record Submission(String roomId, String job) {}
