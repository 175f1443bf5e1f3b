package io.tapline.client.http;

import io.tapline.client.error.InterruptedCallException;
import io.tapline.client.error.UnreachableException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Untyped calls below the typed ones: a JSON tree in, a JSON tree out, problems as exceptions.
 * Paths that do not begin with {@code /} are relative to the execution API. While the server is
 * unavailable, a call is retried with the same idempotency key until the client's retry limit.
 */
public final class TaplineHttp {

  static final String EXECUTION = "/api/v1/execution/";
  private static final String ACTIONS = EXECUTION + "actions/";

  private final ClientSettings settings;
  private final RequestExchange exchange;

  public TaplineHttp(ClientSettings settings, RequestExchange exchange) {
    this.settings = settings;
    this.exchange = exchange;
  }

  public JsonNode get(String path) {
    return get(path, Map.of());
  }

  /** Parameters with a null value are omitted. */
  public JsonNode get(String path, Map<String, ?> query) {
    var uri = uri(path, query);
    return AnswerReader.read(send(request(uri, Map.of()).GET().build(), true, settings.timeout()));
  }

  /**
   * Sends a tree, a map or a record as JSON. The request gets an idempotency key unless it has one,
   * and so does each item of a batch; a retry after a lost answer therefore performs nothing twice.
   */
  public JsonNode post(String path, Object body) {
    return post(path, body, Duration.ZERO);
  }

  /** Also lets the server wait for this time while there is nothing to return. */
  public JsonNode post(String path, Object body, Duration wait) {
    return post(path, body, wait, JsonNode.class);
  }

  /** Reads the answer directly into a record, without an intermediate tree. */
  public <T> T post(String path, Object body, Duration wait, Class<T> answer) {
    var uri = uri(path, Map.of());
    var tree = WireJson.tree(body);
    var headers = new TreeMap<String, String>();
    if (!wait.isZero()) {
      headers.put("Prefer", "wait=" + wait.toSeconds());
    }
    if (tree instanceof ObjectNode object) {
      if (uri.getPath().contains(ACTIONS) && IdempotencyKeys.batch(object)) {
        IdempotencyKeys.giveEach(object);
      } else if (!object.has(IdempotencyKeys.FIELD)) {
        headers.put(IdempotencyKeys.HEADER, IdempotencyKeys.fresh());
      }
    }
    var request = posted(uri, headers, tree);
    return AnswerReader.read(send(request, true, settings.timeout().plus(wait)), answer);
  }

  /** For endpoints without idempotency keys: the request is not retried after a lost answer. */
  public JsonNode postOnce(String path, Object body) {
    var request = posted(uri(path, Map.of()), Map.of(), WireJson.tree(body));
    return AnswerReader.read(send(request, false, settings.timeout()));
  }

  /** Server-sent events; the stream reconnects until it is closed. */
  public EventStream stream(String path, Map<String, ?> query) {
    return new EventStream(this, uri(path, query));
  }

  /** A copy that sends each request once, with this timeout. */
  public TaplineHttp once(Duration timeout) {
    return new TaplineHttp(settings.once(timeout), exchange);
  }

  private HttpRequest posted(URI uri, Map<String, String> headers, JsonNode tree) {
    return request(uri, headers)
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofByteArray(WireJson.print(tree)))
        .build();
  }

  HttpRequest.Builder request(URI uri, Map<String, String> headers) {
    var request = HttpRequest.newBuilder(uri);
    if (settings.token() != null) {
      request.header("Authorization", "Bearer " + settings.token());
    }
    headers.forEach(request::header);
    return request;
  }

  URI server() {
    return settings.url();
  }

  RequestExchange exchange() {
    return exchange;
  }

  public Duration timeout() {
    return settings.timeout();
  }

  private URI uri(String path, Map<String, ?> query) {
    var whole = path.startsWith("/") ? path : EXECUTION + path;
    var pairs = new StringJoiner("&", "?", "").setEmptyValue("");
    query.forEach(
        (name, value) -> {
          if (value != null) {
            pairs.add(encode(name) + "=" + encode(value.toString()));
          }
        });
    return URI.create(settings.url() + whole + pairs);
  }

  /** Encodes a value for a path or a query. */
  public static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private HttpResponse<byte[]> send(HttpRequest request, boolean repeatable, Duration timeout) {
    var until = Instant.now().plus(settings.retryFor());
    var backoff = new Backoff();
    while (true) {
      var pause = backoff.next();
      boolean last = exchange.closed() || Instant.now().plus(pause).isAfter(until);
      try {
        var response = exchange.send(request, HttpResponse.BodyHandlers.ofByteArray(), timeout);
        if (last || !repeatable || !passing(response.statusCode())) {
          return response;
        }
      } catch (IOException e) {
        if (last || e instanceof SSLException || !repeatable && !(e instanceof ConnectException)) {
          throw new UnreachableException(settings.url(), e);
        }
      }
      pause(pause);
    }
  }

  /** Temporary: a server, or a proxy in front of it, is stopping, starting or overloaded. */
  private static boolean passing(int status) {
    return status == 502 || status == 503 || status == 504;
  }

  static void pause(Duration length) {
    try {
      TimeUnit.MILLISECONDS.sleep(length.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedCallException(e);
    }
  }
}
