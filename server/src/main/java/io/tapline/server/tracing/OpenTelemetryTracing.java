package io.tapline.server.tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigurationException;
import io.tapline.server.base.StartupRefused;
import jakarta.annotation.PreDestroy;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.stereotype.Component;

/**
 * OpenTelemetry, enabled by its standard variables ({@code OTEL_EXPORTER_OTLP_ENDPOINT} and the
 * others); without them it does not run.
 */
@Component
final class OpenTelemetryTracing {

  /** Any of these variables enables it. */
  private static final List<String> WANTED =
      List.of(
          "OTEL_TRACES_EXPORTER",
          "OTEL_EXPORTER_OTLP_ENDPOINT",
          "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT");

  /** Defaults for variables that are not set. */
  private static final Map<String, String> USUAL =
      Map.of(
          "otel.service.name", "tapline",
          "otel.exporter.otlp.protocol", "http/protobuf",
          "otel.metrics.exporter", "none",
          "otel.logs.exporter", "none");

  private static final TextMapGetter<HttpServletRequest> HEADERS =
      new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(HttpServletRequest request) {
          return Collections.list(request.getHeaderNames());
        }

        @Override
        public String get(HttpServletRequest request, String name) {
          return request == null ? null : request.getHeader(name);
        }
      };

  private final SpanIds ids = new SpanIds();
  private final OpenTelemetrySdk sdk;
  private final Tracer tracer;

  OpenTelemetryTracing() {
    sdk = wanted() ? open() : null;
    tracer = sdk == null ? null : sdk.getTracer("io.tapline.server");
  }

  private static boolean wanted() {
    return WANTED.stream().anyMatch(name -> setting(name) != null)
        && !"none".equals(setting("OTEL_TRACES_EXPORTER"))
        && !"true".equalsIgnoreCase(setting("OTEL_SDK_DISABLED"));
  }

  /** Reads a setting in the order of OpenTelemetry: system property, then variable. */
  private static String setting(String variable) {
    var property = System.getProperty(variable.toLowerCase(Locale.ROOT).replace('_', '.'));
    var value = property != null ? property : System.getenv(variable);
    return value == null || value.isBlank() ? null : value.strip();
  }

  private OpenTelemetrySdk open() {
    try {
      return AutoConfiguredOpenTelemetrySdk.builder()
          .addPropertiesSupplier(() -> USUAL)
          .addTracerProviderCustomizer((tracers, settings) -> tracers.setIdGenerator(ids))
          .disableShutdownHook()
          .build()
          .getOpenTelemetrySdk();
    } catch (ConfigurationException e) {
      throw new StartupRefused("OTEL_*: " + e.getMessage(), e);
    }
  }

  boolean on() {
    return sdk != null;
  }

  Tracer tracer() {
    return tracer;
  }

  SpanIds ids() {
    return ids;
  }

  /**
   * Begins the span of a request, within the trace of the caller if the request names one. It must
   * be {@link #on}.
   */
  Span begin(HttpServletRequest request) {
    var parent = W3CTraceContextPropagator.getInstance().extract(Context.root(), request, HEADERS);
    return tracer
        .spanBuilder(request.getMethod())
        .setParent(parent)
        .setSpanKind(SpanKind.SERVER)
        .setAttribute("http.request.method", request.getMethod())
        .startSpan();
  }

  @PreDestroy
  void close() {
    if (sdk != null) {
      sdk.close();
    }
  }
}
