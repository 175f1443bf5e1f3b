package io.tapline.server.tracing;

import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A collector: takes spans over OTLP/HTTP and keeps them. */
final class OtlpReceiver implements AutoCloseable {

  private final List<Span> spans = new CopyOnWriteArrayList<>();
  private final HttpServer server;

  OtlpReceiver() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext(
        "/v1/traces",
        exchange -> {
          try (exchange) {
            var request = ExportTraceServiceRequest.parseFrom(exchange.getRequestBody());
            request
                .getResourceSpansList()
                .forEach(
                    resource ->
                        resource
                            .getScopeSpansList()
                            .forEach(scope -> spans.addAll(scope.getSpansList())));
            exchange.sendResponseHeaders(200, -1);
          }
        });
    server.start();
  }

  String endpoint() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  List<Span> named(String name) {
    return spans.stream().filter(span -> span.getName().equals(name)).toList();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
