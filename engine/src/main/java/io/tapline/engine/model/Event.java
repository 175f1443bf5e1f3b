package io.tapline.engine.model;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * One lifecycle event, carried by the action that caused it. No properties: events leave the
 * system.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Event(
    EventType type, ExecutionState from, ExecutionState to, Long revision, String cause) {}
