package io.tapline.server.actions;

import io.opentelemetry.api.trace.Span;
import io.tapline.server.http.EndpointCall;
import java.util.regex.Pattern;

/** The trace that a request belongs to: the server's own span says it, or else the W3C header. */
public final class TraceParent {

  private static final Pattern FORM =
      Pattern.compile("[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}.*");

  private TraceParent() {}

  /** Null when there is none, or one that cannot be read: a trace is never worth a refusal. */
  public static String traceId(EndpointCall call) {
    var own = Span.current().getSpanContext();
    if (own.isValid()) {
      return own.getTraceId();
    }
    var header = call.header("traceparent");
    if (header == null) {
      return null;
    }
    var form = FORM.matcher(header);
    return form.matches() ? form.group(1) : null;
  }
}
