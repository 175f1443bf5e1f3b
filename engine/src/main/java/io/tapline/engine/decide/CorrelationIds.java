package io.tapline.engine.decide;

import io.tapline.engine.command.RequestMeta;
import io.tapline.engine.model.AttemptCorrelation;
import io.tapline.engine.model.Envelope;

/** The ids of other systems by which a piece of work is found in all its evidence. */
public final class CorrelationIds {

  private CorrelationIds() {}

  /** The request's own, else the one that its subject was enqueued with. */
  public static String id(RequestMeta meta, Envelope envelope) {
    return meta.correlationId() != null ? meta.correlationId() : envelope.correlationId();
  }

  /**
   * The one that the subject was enqueued within, so that its life is one trace, whichever request
   * moves it; else the request's own.
   */
  public static String trace(RequestMeta meta, Envelope envelope) {
    return envelope.traceId() != null ? envelope.traceId() : meta.traceId();
  }

  /** What an attempt's record keeps. */
  static AttemptCorrelation of(RequestMeta meta, Envelope envelope) {
    return AttemptCorrelation.of(envelope.correlation(), id(meta, envelope), trace(meta, envelope));
  }
}
