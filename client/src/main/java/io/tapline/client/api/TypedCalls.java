package io.tapline.client.api;

import io.tapline.api.Page;
import io.tapline.client.http.TaplineHttp;
import io.tapline.client.http.WireJson;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Calls that convert JSON to records. */
final class TypedCalls {

  private final TaplineHttp http;

  TypedCalls(TaplineHttp http) {
    this.http = http;
  }

  <T> T get(String path, Map<String, ?> query, Class<T> answer) {
    return WireJson.read(http.get(path, query), answer);
  }

  <T> Page<T> page(String path, Map<String, ?> query, Class<T> item) {
    return WireJson.read(http.get(path, query), Page.class, item);
  }

  ActionReply act(String action, ActionRequest<?> request) {
    return http.post("actions/" + action, request.body(), Duration.ZERO, ActionReply.class);
  }

  /** One result for each request, in order; a refused item does not affect the others. */
  List<ItemResult> actOnAll(String action, List<? extends ActionRequest<?>> requests) {
    var body = WireJson.object();
    var items = body.putArray("items");
    requests.forEach(request -> items.add(request.body()));
    return http.post("actions/" + action, body, Duration.ZERO, Batch.class).items();
  }

  /** The answer to a batch. */
  private record Batch(List<ItemResult> items) {}

  /** Encodes a part of a path. */
  static String in(String part) {
    return TaplineHttp.encode(part);
  }
}
