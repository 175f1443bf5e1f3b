package io.tapline.engine.decide;

import io.tapline.api.request.RequestMeta;
import io.tapline.engine.model.AttemptCorrelation;
import io.tapline.engine.model.Envelope;

/** Identifiers of other systems that connect a job with all its evidence. */
public final class CorrelationIds {

  private CorrelationIds() {}

  /** The correlation id of the request, else the one that the job was enqueued with. */
  public static String id(RequestMeta meta, Envelope envelope) {
    return meta.correlationId() != null ? meta.correlationId() : envelope.correlationId();
  }

  /**
   * The trace that the job was enqueued in, so that all its actions belong to one trace; else the
   * trace of the request.
   */
  public static String trace(RequestMeta meta, Envelope envelope) {
    return envelope.traceId() != null ? envelope.traceId() : meta.traceId();
  }

  /** The identifiers that the record of an attempt stores. */
  static AttemptCorrelation of(RequestMeta meta, Envelope envelope) {
    return AttemptCorrelation.of(envelope.correlation(), id(meta, envelope), trace(meta, envelope));
  }
}
