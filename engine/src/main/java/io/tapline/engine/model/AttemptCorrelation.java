package io.tapline.engine.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.CorrelationRefs;

/** Identifiers of other systems for an attempt; null where there are none. */
@RecordBuilder
public record AttemptCorrelation(
    String trxEuid,
    String accessionEuid,
    String runEuid,
    String stepEuid,
    String correlationId,
    String traceId) {

  public static final AttemptCorrelation NONE = AttemptCorrelationBuilder.builder().build();

  public static AttemptCorrelation of(CorrelationRefs refs, String correlationId, String traceId) {
    var given = refs == null ? CorrelationRefs.NONE : refs;
    return new AttemptCorrelation(
        given.trxEuid(),
        given.accessionEuid(),
        given.runEuid(),
        given.stepEuid(),
        correlationId,
        traceId);
  }
}
