package io.tapline.server.openapi;

import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** One operation of the OpenAPI document, with its method and path. */
record ApiCall(String method, String path, JsonNode operation) {

  String id() {
    return operation.path("operationId").asString();
  }

  /** The key in the endpoint table. */
  String key() {
    return method.toUpperCase(Locale.ROOT) + " " + path;
  }

  boolean open() {
    return operation.path("security").isEmpty();
  }

  List<JsonNode> parameters(String in) {
    return operation
        .path("parameters")
        .valueStream()
        .filter(parameter -> parameter.path("in").asString().equals(in))
        .toList();
  }

  /** The schema of the request body; missing without a body. */
  JsonNode body() {
    return operation.at("/requestBody/content/application~1json");
  }

  /** The successful answer by media type; missing for an empty answer. */
  JsonNode answer() {
    return operation.path("responses").properties().stream()
        .filter(response -> response.getKey().startsWith("2"))
        .map(response -> response.getValue().path("content"))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Whether the generic methods of the clients can send it: JSON in both directions and status 200.
   */
  boolean plain() {
    var responses = operation.path("responses");
    return (method.equals("get") || method.equals("post"))
        && responses.has("200")
        && !responses.has("201")
        && !responses.has("202")
        && answer().has("application/json");
  }
}
