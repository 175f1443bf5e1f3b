package io.tapline.engine.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ExecutionState;

/**
 * One lifecycle event, carried by the action that caused it. No properties: events leave the
 * system.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record Event(
    EventType type, ExecutionState from, ExecutionState to, Long revision, String cause) {}
