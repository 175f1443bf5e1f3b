package io.tapline.server.webhooks;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tapline.tapdb.Json;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.ToIntFunction;
import tools.jackson.databind.JsonNode;

/** Somebody outside, who takes events or not, as the test says. */
public final class WebhookReceiver implements AutoCloseable {

  /** One request that came. */
  record Got(JsonNode event, byte[] body, java.util.Map<String, List<String>> headers, int status) {
    String header(String name) {
      return headers.get(name).get(0);
    }

    String type() {
      return event.path("type").asString();
    }

    String subject() {
      return event.path("job_id").asString();
    }

    boolean taken() {
      return status == 200;
    }
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Got> got = new CopyOnWriteArrayList<>();
  private volatile ToIntFunction<JsonNode> answers = event -> 200;

  public WebhookReceiver() throws IOException {
    server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 50);
    server.createContext("/", this::answer);
    server.setExecutor(threads);
    server.start();
  }

  public String url() {
    return "http://127.0.0.1:" + port() + "/hook";
  }

  int port() {
    return server.getAddress().getPort();
  }

  void answer(ToIntFunction<JsonNode> status) {
    answers = status;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      var body = exchange.getRequestBody().readAllBytes();
      var event = Json.parse(new String(body, java.nio.charset.StandardCharsets.UTF_8));
      int status = answers.applyAsInt(event);
      got.add(new Got(event, body, java.util.Map.copyOf(exchange.getRequestHeaders()), status));
      if (status / 100 == 3) {
        exchange.getResponseHeaders().set("Location", url() + "/elsewhere");
      }
      exchange.sendResponseHeaders(status, -1);
    }
  }

  List<Got> got() {
    return List.copyOf(got);
  }

  List<Got> taken() {
    return got.stream().filter(Got::taken).toList();
  }

  public List<String> takenTypes(String subject) {
    return taken().stream().filter(one -> one.subject().equals(subject)).map(Got::type).toList();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
