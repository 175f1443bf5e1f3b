package io.tapline.client.http;

import io.tapline.client.error.Problem;
import io.tapline.client.error.TaplineException;
import io.tapline.client.error.UnavailableException;
import io.tapline.client.error.UnexpectedAnswerException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import tools.jackson.databind.JsonNode;

/** Converts a response to JSON, or to the exception of its problem. */
public final class AnswerReader {

  private AnswerReader() {}

  static JsonNode read(HttpResponse<byte[]> response) {
    return read(response, JsonNode.class);
  }

  static <T> T read(HttpResponse<byte[]> response, Class<T> type) {
    boolean json = type(response).contains("json");
    if (json && response.statusCode() == 200) {
      var answer = WireJson.parse(response.body(), type);
      if (answer != null) {
        return answer;
      }
    }
    var tree = json ? WireJson.parse(response.body(), JsonNode.class) : null;
    throw failure(response, tree, type(response));
  }

  private static String type(HttpResponse<?> response) {
    return response.headers().firstValue("Content-Type").orElse("");
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

  /** Reads a problem document of RFC 9457. */
  public static Problem problem(JsonNode tree) {
    var errors = new ArrayList<Problem.FieldError>();
    for (var error : tree.path("errors")) {
      errors.add(
          new Problem.FieldError(
              error.path("field").asString(null), error.path("detail").asString(null)));
    }
    return new Problem(
        tree.path("code").asString(),
        tree.path("status").asInt(500),
        tree.path("detail").asString(""),
        tree.path("field").asString(null),
        errors);
  }
}
