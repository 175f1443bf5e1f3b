package io.tapline.bench.chaos.host;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tapline.bench.host.UncheckedCalls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;

/**
 * The connection between clients and a server. It forwards whole messages, so that it can drop a
 * request, drop an answer, delay messages, and deliver a request twice.
 */
public final class RequestProxy implements AutoCloseable {

  /**
   * Percentages of affected messages.
   *
   * @param lostRequests requests that never reach the server
   * @param lostAnswers answers of the server that never reach the client
   * @param doubled requests that reach the server twice; the client receives one answer
   * @param late messages that are delayed by up to {@code mostMillis}, in either direction
   */
  public record Trouble(int lostRequests, int lostAnswers, int doubled, int late, int mostMillis) {

    public static final Trouble NONE = new Trouble(0, 0, 0, 0, 0);
  }

  /** Headers of one connection, which the HTTP client and the server of the JDK set themselves. */
  private static final Set<String> OWN =
      Set.of(
          "connection",
          "content-length",
          "date",
          "expect",
          "host",
          "http2-settings",
          "transfer-encoding",
          "upgrade");

  /** The length with which the server of the JDK sends no body. */
  private static final int NO_BODY = -1;

  private final HttpServer listener;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String target;
  private final Random random;
  private final LongAdder done = new LongAdder();
  private volatile Trouble trouble = Trouble.NONE;

  public RequestProxy(int target, long seed) {
    this.target = "http://127.0.0.1:" + target;
    this.random = new Random(seed);
    var any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    listener = UncheckedCalls.get(() -> HttpServer.create(any, 0));
    listener.createContext("/", this::serve);
    listener.setExecutor(threads);
    listener.start();
  }

  public String address() {
    return "http://127.0.0.1:" + listener.getAddress().getPort();
  }

  public void trouble(Trouble wanted) {
    trouble = wanted;
  }

  /** Number of lost, doubled and delayed messages so far. */
  public long done() {
    return done.sum();
  }

  /** An exchange without an answer closes the connection. */
  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      var request = request(exchange);
      var now = trouble;
      if (hits(now.lostRequests())) {
        return;
      }
      holdUp(now);
      if (hits(now.doubled())) {
        // No client waits for this answer.
        http.sendAsync(request, HttpResponse.BodyHandlers.discarding());
      }
      var answer = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
      if (hits(now.lostAnswers())) {
        return;
      }
      holdUp(now);
      copy(answer.headers().map(), (name, value) -> exchange.getResponseHeaders().add(name, value));
      int length = answer.body().length;
      exchange.sendResponseHeaders(answer.statusCode(), length == 0 ? NO_BODY : length);
      exchange.getResponseBody().write(answer.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private HttpRequest request(HttpExchange exchange) throws IOException {
    var body = exchange.getRequestBody().readAllBytes();
    var request =
        HttpRequest.newBuilder(URI.create(target + exchange.getRequestURI()))
            .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
    copy(exchange.getRequestHeaders(), request::header);
    return request.build();
  }

  private static void copy(Map<String, List<String>> headers, BiConsumer<String, String> to) {
    headers.forEach(
        (name, values) -> {
          if (!OWN.contains(name.toLowerCase(Locale.ROOT))) {
            values.forEach(value -> to.accept(name, value));
          }
        });
  }

  private boolean hits(int percent) {
    boolean hit = percent > 0 && random.nextInt(100) < percent;
    if (hit) {
      done.increment();
    }
    return hit;
  }

  private void holdUp(Trouble now) {
    if (hits(now.late())) {
      UncheckedCalls.sleep(random.nextInt(Math.max(1, now.mostMillis())));
    }
  }

  @Override
  public void close() {
    listener.stop(0);
    threads.shutdownNow();
  }
}
