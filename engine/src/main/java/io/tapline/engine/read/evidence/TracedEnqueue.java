package io.tapline.engine.read.evidence;

/** The enqueue action of a job and its trace. */
public record TracedEnqueue(String subjectEuid, String actionEuid, String traceId) {}
