package io.tapline.client.api;

import io.tapline.api.Page;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Command;
import io.tapline.client.http.TaplineHttp;
import io.tapline.client.http.WireJson;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

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

  <T> T post(String path, ActionRequest<?> request, Class<T> answer) {
    return WireJson.read(http.post(path, request.body()), answer);
  }

  /** Sends a request whose only field is the reason. */
  <T> T post(String path, String reason, Class<T> answer) {
    return post(path, new PlainRequest().set("reason", reason), answer);
  }

  ActionReply act(String action, ActionRequest<?> request) {
    return http.post("actions/" + action, request.body(), Duration.ZERO, ActionReply.class);
  }

  ActionReply act(String action, Command request) {
    return http.post("actions/" + action, request.document(), Duration.ZERO, ActionReply.class);
  }

  /**
   * @param next a claim of the same worker in the same request, from its queue or from any queue
   */
  ActionReply act(String action, Command request, Claim next) {
    var body = request.document();
    body.set("claim_next", claimNext(next));
    return http.post("actions/" + action, body, Duration.ZERO, ActionReply.class);
  }

  /** The fields of a claim inside a report, which names the worker itself. */
  static ObjectNode claimNext(Claim next) {
    var claim = next.document();
    claim.remove("worker_euid");
    return claim;
  }

  /** One result for each request, in order; a refused item does not affect the others. */
  List<ItemResult> actOnAll(String action, List<? extends Command> requests) {
    var body = WireJson.object();
    var items = body.putArray("items");
    requests.forEach(request -> items.add(request.document()));
    return http.post("actions/" + action, body, Duration.ZERO, Batch.class).items();
  }

  /** The answer to a batch. */
  private record Batch(List<ItemResult> items) {}

  /** Encodes a part of a path. */
  static String in(String part) {
    return TaplineHttp.encode(part);
  }
}
