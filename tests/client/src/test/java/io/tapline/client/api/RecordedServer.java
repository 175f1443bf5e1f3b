package io.tapline.client.api;

import com.sun.net.httpserver.HttpServer;
import io.tapline.client.TaplineClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/** Answers everything with nothing, and remembers what was asked for. */
final class RecordedServer implements AutoCloseable {

  /** Stands for whatever a path names. */
  static final String NAMED = "NAMED";

  private final HttpServer server;
  private final Set<String> asked = new ConcurrentSkipListSet<>();

  RecordedServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          var path = exchange.getRequestURI().getPath();
          asked.add(exchange.getRequestMethod() + " " + path.replace(NAMED, "{}"));
          boolean stream = path.endsWith("/stream");
          var body =
              (stream ? "data: {}\n\n" : "{\"items\": [], \"result\": {}}")
                  .getBytes(StandardCharsets.UTF_8);
          exchange
              .getResponseHeaders()
              .add("Content-Type", stream ? "text/event-stream" : "application/json");
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  TaplineClient client() {
    return TaplineClient.builder()
        .url("http://127.0.0.1:" + server.getAddress().getPort())
        .token("any")
        .build();
  }

  /** {@code GET /queues/{}} and the like. */
  Set<String> asked() {
    return asked;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
