package io.tapline.api;

/** What a verb answers: what was done, and the job as it is now. */
public record JobAnswer(String status, String actionEuid, boolean replayed, JobView job) {}
