package io.tapline.api;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * EUIDs of objects in other systems that a job belongs to. They are set once, at enqueue; jobs can
 * be searched by them, and the server never resolves them.
 */
@RecordBuilder
public record CorrelationRefs(
    @WireField(identifier = true, about = "the transaction") String trxEuid,
    @WireField(identifier = true, about = "the accession") String accessionEuid,
    @WireField(identifier = true, about = "the run") String runEuid,
    @WireField(identifier = true, about = "the step") String stepEuid) {

  public static final CorrelationRefs NONE = CorrelationRefsBuilder.builder().build();

  @JsonIgnore
  public boolean isEmpty() {
    return equals(NONE);
  }

  /** Null for empty references. */
  public static CorrelationRefs orNull(CorrelationRefs refs) {
    return refs == null || refs.isEmpty() ? null : refs;
  }
}
