package io.tapline.server.tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Scope;

/** The span of one HTTP request; without effect if tracing is off. */
final class RequestSpan {

  static final RequestSpan NONE = new RequestSpan(null);

  private static final int FAULT = 500;

  private final Span span;

  RequestSpan(Span span) {
    this.span = span;
  }

  Scope makeCurrent() {
    return span == null ? Scope.noop() : span.makeCurrent();
  }

  void end(String endpoint, int status) {
    if (span == null) {
      return;
    }
    span.updateName(endpoint);
    span.setAttribute("http.response.status_code", status);
    if (status >= FAULT) {
      span.setStatus(StatusCode.ERROR);
    }
    span.end();
  }
}
