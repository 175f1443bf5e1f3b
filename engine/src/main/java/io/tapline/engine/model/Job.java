package io.tapline.engine.model;

/** A registered job as it stands in the store. */
public record Job(long uid, String euid, JobNote note) {}
