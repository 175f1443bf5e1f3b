package io.tapline.server.tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceId;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import io.tapline.api.ActionKey;
import io.tapline.api.ActionName;
import io.tapline.engine.model.Caller;
import io.tapline.server.database.TenantNames;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Creates spans from actions. Used by one thread. */
final class SpanWriter {

  private final OpenTelemetryTracing traces;
  private final TenantNames tenants;
  private final EnqueueOrigins origins;

  SpanWriter(OpenTelemetryTracing traces, TenantNames tenants, EnqueueOrigins origins) {
    this.traces = traces;
    this.tenants = tenants;
    this.origins = origins;
  }

  void write(
      Caller caller, List<ActionSpan> actions, Context request, Instant began, Instant ended) {
    var tenant = tenants.nameOf(caller.tenantId());
    var subjects = new TreeSet<String>();
    for (var action : actions) {
      if (action.subjectEuid() != null && !action.enqueues()) {
        subjects.add(action.subjectEuid());
      }
    }
    var from = origins.originsOf(caller.tenantId(), subjects);
    for (var action : actions) {
      write(caller, tenant, action, parent(action, request), from, began, ended);
    }
  }

  private void write(
      Caller caller,
      String tenant,
      ActionSpan action,
      Context parent,
      Map<String, EnqueueOrigins.Origin> from,
      Instant began,
      Instant ended) {
    var span =
        traces
            .tracer()
            .spanBuilder(action.action().wire())
            .setParent(parent)
            .setSpanKind(kind(action.action()))
            .setStartTimestamp(began);
    put(span, "tapline.tenant", tenant);
    put(span, "tapline.subject_euid", action.subjectEuid());
    put(span, "tapline.worker_euid", action.workerEuid());
    put(span, "tapline.lease_euid", action.leaseEuid());
    put(span, "tapline.queue_key", action.queueKey());
    put(span, "tapline.action_euid", action.actionEuid());
    put(span, "tapline.correlation_id", action.correlationId());
    put(span, "tapline.code", action.code());
    span.setAttribute("tapline.replayed", action.replayed());
    var origin = action.subjectEuid() == null ? null : from.get(action.subjectEuid());
    if (origin != null) {
      span.addLink(linkTo(origin));
    }
    name(action, parent);
    span.startSpan().end(ended);
    if (action.enqueues() && action.subjectEuid() != null && !action.replayed()) {
      var traceId = Span.fromContext(parent).getSpanContext().getTraceId();
      origins.learn(caller.tenantId(), action.subjectEuid(), traceId, action.actionEuid());
    }
  }

  /** A replay gets a different span id from the first request. */
  private void name(ActionSpan action, Context parent) {
    var within = Span.fromContext(parent).getSpanContext();
    if (within.isValid() && action.actionEuid() != null && !action.replayed()) {
      traces.ids().next(SpanIds.of(within.getTraceId(), action.actionEuid()));
    }
  }

  /** The span of the request, or, for work outside a request, its trace. */
  private static Context parent(ActionSpan action, Context request) {
    if (Span.fromContext(request).getSpanContext().isValid()
        || action.traceId() == null
        || !TraceId.isValid(action.traceId())) {
      return request;
    }
    return request.with(Span.wrap(within(action.traceId(), "request")));
  }

  private static SpanContext linkTo(EnqueueOrigins.Origin origin) {
    return within(origin.traceId(), origin.actionEuid());
  }

  private static SpanContext within(String traceId, String name) {
    return SpanContext.createFromRemoteParent(
        traceId, SpanIds.of(traceId, name), TraceFlags.getSampled(), TraceState.getDefault());
  }

  private static SpanKind kind(ActionName action) {
    if (action == ActionKey.ENQUEUE_SUBJECT) {
      return SpanKind.PRODUCER;
    }
    return action == ActionKey.CLAIM_QUEUE_ITEM ? SpanKind.CONSUMER : SpanKind.INTERNAL;
  }

  private static void put(SpanBuilder span, String name, String value) {
    if (value != null) {
      span.setAttribute(name, value);
    }
  }
}
