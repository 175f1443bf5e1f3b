package io.tapline.engine.decide;

import io.tapline.engine.command.Meta;
import io.tapline.engine.model.Envelope;
import java.util.LinkedHashMap;
import java.util.Map;

/** By what a piece of work is found again from outside, in all that is written about it. */
public final class Correlation {

  private Correlation() {}

  /** The request's own, else the one that its subject was enqueued with. */
  public static String id(Meta meta, Envelope envelope) {
    return meta.correlationId() != null ? meta.correlationId() : envelope.correlationId();
  }

  /**
   * The one that the subject was enqueued within, so that its life is one trace whoever moves it;
   * else the request's own.
   */
  public static String trace(Meta meta, Envelope envelope) {
    return envelope.traceId() != null ? envelope.traceId() : meta.traceId();
  }

  /** What an attempt's record keeps: null where there is nothing. */
  static Map<String, String> of(Meta meta, Envelope envelope) {
    var id = id(meta, envelope);
    var trace = trace(meta, envelope);
    if (id == null && trace == null) {
      return null;
    }
    var found = new LinkedHashMap<String, String>();
    if (trace != null) {
      found.put("trace_id", trace);
    }
    if (id != null) {
      found.put("correlation_id", id);
    }
    return found;
  }
}
