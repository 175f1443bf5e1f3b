package io.tapline.engine.read.queue;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.CorrelationRefs;
import io.tapline.api.ExecutionState;

/** A filter for the items of a queue; a null selects all. */
@RecordBuilder
public record ItemFilter(
    String site,
    String platform,
    String assay,
    ExecutionState state,
    String templateCode,
    String correlationId,
    CorrelationRefs refs) {

  public static final ItemFilter NONE = ItemFilterBuilder.builder().build();

  public ItemFilter {
    refs = refs == null ? CorrelationRefs.NONE : refs;
  }
}
