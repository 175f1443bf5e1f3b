package io.tapline.engine.decide;

import io.tapline.engine.command.Meta;
import io.tapline.engine.model.Envelope;
import java.util.LinkedHashMap;
import java.util.Map;

/** What an attempt's record keeps to be found again from outside: null where there is nothing. */
final class Correlation {

  private Correlation() {}

  /** The request's own, else the one that its subject was enqueued with. */
  static Map<String, String> of(Meta meta, Envelope envelope) {
    var id = meta.correlationId() != null ? meta.correlationId() : envelope.correlationId();
    if (id == null && meta.traceId() == null) {
      return null;
    }
    var found = new LinkedHashMap<String, String>();
    if (meta.traceId() != null) {
      found.put("trace_id", meta.traceId());
    }
    if (id != null) {
      found.put("correlation_id", id);
    }
    return found;
  }
}
