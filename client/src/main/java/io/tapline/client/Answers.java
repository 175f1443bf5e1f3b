package io.tapline.client;

import java.net.http.HttpResponse;
import tools.jackson.databind.JsonNode;

/** What came back: a JSON tree, or the exception that the problem means. */
final class Answers {

  private Answers() {}

  static JsonNode of(HttpResponse<byte[]> response) {
    var type = response.headers().firstValue("Content-Type").orElse("");
    var tree = type.contains("json") ? Wire.parse(response.body()) : null;
    if (response.statusCode() == 200 && tree != null) {
      return tree;
    }
    throw failure(response, tree, type);
  }

  static TaplineException failure(HttpResponse<?> response, JsonNode tree, String type) {
    int status = response.statusCode();
    if (tree != null && tree.path("code").isString()) {
      return problem(tree).exception();
    }
    if (status == 502 || status == 503 || status == 504) {
      return new UnavailableException(
          new Problem("UNAVAILABLE", status, response.uri() + " answered " + status, null));
    }
    return new UnexpectedAnswerException(response.uri(), status, type);
  }

  /** As RFC 9457 has it. */
  static Problem problem(JsonNode tree) {
    return new Problem(
        tree.path("code").asString(),
        tree.path("status").asInt(500),
        tree.path("detail").asString(""),
        tree.path("field").asString(null));
  }
}
