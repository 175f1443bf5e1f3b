package io.tapline.api;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * What a piece of work belongs to in the systems around it, by their EUIDs. Given once, when it is
 * enqueued; looked up by, and never followed.
 */
@RecordBuilder
public record CorrelationRefs(
    String trxEuid, String accessionEuid, String runEuid, String stepEuid) {

  public static final CorrelationRefs NONE = CorrelationRefsBuilder.builder().build();

  @JsonIgnore
  public boolean isEmpty() {
    return equals(NONE);
  }

  /** Null for the one that says nothing. */
  public static CorrelationRefs orNull(CorrelationRefs refs) {
    return refs == null || refs.isEmpty() ? null : refs;
  }
}
