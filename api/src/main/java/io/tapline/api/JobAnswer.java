package io.tapline.api;

/** The answer to an action: its status, and the job after it. */
public record JobAnswer(String status, String actionEuid, boolean replayed, JobView job) {}
