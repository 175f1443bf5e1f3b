package io.tapline.engine.model;

/** A stored job registration of the tasks API. */
public record Job(long uid, String euid, JobNote note) {}
