package io.tapline.server.actions;

import io.opentelemetry.api.trace.Span;
import io.tapline.server.http.EndpointCall;
import java.util.regex.Pattern;

/** The trace of a request: that of the server's span, or else that of the W3C header. */
public final class TraceParent {

  private static final Pattern FORM =
      Pattern.compile("[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}.*");

  private TraceParent() {}

  /**
   * Null when the header is absent or malformed: a malformed trace is no reason to refuse a
   * request.
   */
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
