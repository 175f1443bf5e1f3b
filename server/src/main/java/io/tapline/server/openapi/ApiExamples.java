package io.tapline.server.openapi;

import io.tapline.server.http.Endpoint;
import io.tapline.tapdb.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Example requests and answers of the most used endpoints, read from a file. */
final class ApiExamples {

  private static final String FILE = "examples.json";

  private final JsonNode all;

  private ApiExamples(JsonNode all) {
    this.all = all;
  }

  static ApiExamples load() {
    try (var file = ApiExamples.class.getResourceAsStream(FILE)) {
      return new ApiExamples(Json.parse(new String(file.readAllBytes(), StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void request(Endpoint endpoint, ObjectNode content) {
    add("request", endpoint, content);
  }

  void answer(Endpoint endpoint, ObjectNode content) {
    add("answer", endpoint, content);
  }

  private void add(String part, Endpoint endpoint, ObjectNode content) {
    var example = all.path(endpoint.toString()).get(part);
    if (example != null) {
      content.set("example", example);
    }
  }
}
