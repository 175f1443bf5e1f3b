package io.tapline.engine.read.evidence;

/** The enqueue that brought a subject in, and the trace that it belonged to. */
public record TracedEnqueue(String subjectEuid, String actionEuid, String traceId) {}
