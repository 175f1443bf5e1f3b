package io.tapline.server.tracing;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.tapline.server.http.Endpoint;
import io.tapline.server.metrics.ServerMetrics;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/** Measures and counts every HTTP request from its first byte to its last, and creates its span. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 1)
class RequestMetricsFilter extends HttpFilter {

  private static final long serialVersionUID = 1L;

  /** One label for all unknown paths, so that clients cannot create series. */
  private static final String NO_ENDPOINT = "none";

  private static final int FAULT = 500;

  /** Requests that are timed together. */
  private record Outcome(String endpoint, int status) {}

  private final transient ServerMetrics metrics;
  private final transient OpenTelemetryTracing traces;
  private final boolean traced;
  private final transient Map<Outcome, Timer> timers = new ConcurrentHashMap<>();
  private final transient Map<String, AtomicInteger> waiting = new ConcurrentHashMap<>();

  RequestMetricsFilter(ServerMetrics metrics, OpenTelemetryTracing traces) {
    this.metrics = metrics;
    this.traces = traces;
    this.traced = traces.on();
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    long began = System.nanoTime();
    var span = traced ? traces.begin(request) : Span.getInvalid();
    var scope = span.makeCurrent();
    try {
      chain.doFilter(request, response);
    } finally {
      scope.close();
      if (request.isAsyncStarted()) {
        var asyncRequestEnd = new AsyncRequestEnd(endpoint(request), response, began, span);
        asyncRequestEnd.there.incrementAndGet();
        request.getAsyncContext().addListener(asyncRequestEnd);
      } else {
        ended(endpoint(request), response, began, span);
      }
    }
  }

  private void ended(String endpoint, HttpServletResponse response, long began, Span span) {
    int status = response.getStatus();
    timers
        .computeIfAbsent(new Outcome(endpoint, status), this::timer)
        .record(System.nanoTime() - began, TimeUnit.NANOSECONDS);
    // Without effect if tracing is off.
    span.updateName(endpoint);
    span.setAttribute("http.response.status_code", status);
    if (status >= FAULT) {
      span.setStatus(StatusCode.ERROR);
    }
    span.end();
  }

  private Timer timer(Outcome outcome) {
    return Timer.builder("tapline_http_request")
        .description("Duration of an HTTP request, including waits")
        .tag("endpoint", outcome.endpoint())
        .tag("status", String.valueOf(outcome.status()))
        .register(metrics.registry());
  }

  private static String endpoint(HttpServletRequest request) {
    return request.getAttribute(Endpoint.class.getName()) instanceof Endpoint endpoint
        ? endpoint.toString()
        : NO_ENDPOINT;
  }

  private AtomicInteger waitingAt(String endpoint) {
    return waiting.computeIfAbsent(
        endpoint,
        name -> {
          var count = new AtomicInteger();
          Gauge.builder("tapline_http_waiting", count, AtomicInteger::get)
              .description("Requests that wait without a thread: long polls and streams")
              .tag("endpoint", name)
              .register(metrics.registry());
          return count;
        });
  }

  /** The end of an asynchronous request. */
  private final class AsyncRequestEnd implements AsyncListener {

    private final String endpoint;
    private final HttpServletResponse response;
    private final long began;
    private final Span span;
    private final AtomicInteger there;

    private AsyncRequestEnd(String endpoint, HttpServletResponse response, long began, Span span) {
      this.endpoint = endpoint;
      this.response = response;
      this.began = began;
      this.span = span;
      this.there = waitingAt(endpoint);
    }

    @Override
    public void onComplete(AsyncEvent event) {
      there.decrementAndGet();
      ended(endpoint, response, began, span);
    }

    @Override
    public void onTimeout(AsyncEvent event) {
      // Completion follows.
    }

    @Override
    public void onError(AsyncEvent event) {
      // Completion follows.
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
      event.getAsyncContext().addListener(this);
    }
  }
}
