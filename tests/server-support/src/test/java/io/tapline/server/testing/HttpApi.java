package io.tapline.server.testing;

import io.tapline.tapdb.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/**
 * Someone at the door of a server. Paths that do not begin with {@code /} are under the execution
 * API.
 */
public final class HttpApi {

  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /** Sees every answer before the test does. */
  interface Watch {
    void saw(String method, String target, HttpReply reply);
  }

  private final URI server;
  private final String token;
  private final Map<String, String> headers;
  private final Watch watch;

  public HttpApi(URI server, String token) {
    this(server, token, Map.of(), (method, target, reply) -> {});
  }

  HttpApi(URI server, String token, Map<String, String> headers, Watch watch) {
    this.server = server;
    this.token = token;
    this.headers = headers;
    this.watch = watch;
  }

  /** This client with one more header on every request. */
  public HttpApi with(String name, String value) {
    var all = new TreeMap<>(headers);
    all.put(name, value);
    return new HttpApi(server, token, all, watch);
  }

  public HttpReply get(String path) {
    return send("GET", path, null);
  }

  /** The body as JSON, from a map, a record or a tree. */
  public HttpReply post(String path, Object body) {
    return send("POST", path, Json.print(body).getBytes(StandardCharsets.UTF_8));
  }

  public HttpReply send(String method, String path, byte[] body) {
    return sendAsync(method, path, body).join();
  }

  public CompletableFuture<HttpReply> sendAsync(String method, String path, byte[] body) {
    var request = request(method, path, body);
    return CLIENT
        .sendAsync(request, HttpApi::wholeIfItEnds)
        .thenApply(
            response -> {
              var reply = HttpReply.of(response);
              watch.saw(method, request.uri().getRawPath(), reply);
              return reply;
            });
  }

  /** A stream of events has no end; who wants to read one uses {@link #stream}. */
  private static HttpResponse.BodySubscriber<byte[]> wholeIfItEnds(HttpResponse.ResponseInfo head) {
    var type = head.headers().firstValue("Content-Type").orElse("");
    return type.startsWith("text/event-stream")
        ? new Unread()
        : HttpResponse.BodySubscribers.ofByteArray();
  }

  /** Hangs up once the head of the answer is there. */
  private static final class Unread implements HttpResponse.BodySubscriber<byte[]> {
    @Override
    public CompletionStage<byte[]> getBody() {
      return CompletableFuture.completedFuture(new byte[0]);
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscription.cancel();
    }

    @Override
    public void onNext(List<ByteBuffer> some) {}

    @Override
    public void onError(Throwable thrown) {}

    @Override
    public void onComplete() {}
  }

  /** For answers that are read as they come. */
  public <T> HttpResponse<T> stream(String path, HttpResponse.BodyHandler<T> handler)
      throws IOException, InterruptedException {
    return CLIENT.send(request("GET", path, null), handler);
  }

  private HttpRequest request(String method, String path, byte[] body) {
    var whole = path.startsWith("/") ? path : "/api/v1/execution/" + path;
    var request =
        HttpRequest.newBuilder(URI.create(server + whole))
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofByteArray(body));
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    if (body != null && !headers.containsKey("Content-Type")) {
      request.header("Content-Type", "application/json");
    }
    headers.forEach(request::header);
    return request.build();
  }
}
