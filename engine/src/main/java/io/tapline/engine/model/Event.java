package io.tapline.engine.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;

/**
 * One lifecycle event, part of the action that caused it. It contains no properties, because events
 * leave the system.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record Event(
    EventType type, ExecutionState from, ExecutionState to, Long revision, String cause) {}
