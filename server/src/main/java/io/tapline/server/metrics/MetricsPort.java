package io.tapline.server.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tapline.server.base.ExecutorStop;
import io.tapline.server.base.StartupRefused;
import jakarta.annotation.PreDestroy;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/**
 * Metrics of all tenants on a separate address, for the operators of the server. It needs no token,
 * so it is off unless an address is configured: the network has to restrict access.
 */
@Component
final class MetricsPort {

  static final String VARIABLE = "TAPLINE_METRICS_ADDRESS";

  private static final int BACKLOG = 10;

  private final ServerMetrics metrics;
  private final HttpServer server;
  // One scrape at a time: concurrent ones would only wait for each other.
  private final ExecutorService one =
      Executors.newSingleThreadExecutor(
          work -> {
            var thread = new Thread(work, "tapline-metrics");
            thread.setDaemon(true);
            return thread;
          });

  MetricsPort(Environment environment, ServerMetrics metrics) {
    this.metrics = metrics;
    var address = environment.getProperty(VARIABLE, "");
    server = address.isBlank() ? null : listen(address.strip());
  }

  private HttpServer listen(String text) {
    var address = address(text);
    try {
      var listening = HttpServer.create(address, BACKLOG);
      listening.createContext("/", this::answer);
      listening.setExecutor(one);
      listening.start();
      return listening;
    } catch (IOException e) {
      throw new StartupRefused(
          VARIABLE + ": the server cannot listen at " + text + ": " + e.getMessage(), e);
    }
  }

  /** Parses {@code host:port}, or a port alone, which is bound to loopback. */
  static InetSocketAddress address(String text) {
    int colon = text.lastIndexOf(':');
    var host = colon < 0 ? "127.0.0.1" : text.substring(0, colon);
    try {
      var address = new InetSocketAddress(host, Integer.parseInt(text.substring(colon + 1)));
      if (!address.isUnresolved()) {
        return address;
      }
    } catch (IllegalArgumentException e) {
      // Refused below.
    }
    throw new StartupRefused(
        VARIABLE + ": '" + text + "' is neither host:port nor a port; for example 127.0.0.1:9464");
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (!exchange.getRequestURI().getPath().equals("/metrics")) {
        exchange.sendResponseHeaders(404, -1);
      } else if (!exchange.getRequestMethod().equals("GET")) {
        exchange.getResponseHeaders().set("Allow", "GET");
        exchange.sendResponseHeaders(405, -1);
      } else {
        var bytes = metrics.text().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", ServerMetrics.MEDIA_TYPE);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
      }
    }
  }

  /** Null when the port is off. */
  InetSocketAddress address() {
    return server == null ? null : server.getAddress();
  }

  @PreDestroy
  void close() {
    if (server != null) {
      server.stop(0);
    }
    ExecutorStop.orderly(ExecutorStop.USUAL, List.of(one));
  }
}
