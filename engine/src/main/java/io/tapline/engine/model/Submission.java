package io.tapline.engine.model;

/**
 * Where a task was submitted, and to which registered job. Stays when the work is done and routed
 * nowhere any more.
 */
public record Submission(String roomId, String job) {}
