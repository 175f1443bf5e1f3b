package io.tapline.server.testing;

import io.tapline.tapdb.Json;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;

/** The answer of the server. */
public record HttpReply(int status, HttpHeaders headers, String text) {

  static HttpReply of(HttpResponse<byte[]> response) {
    return new HttpReply(
        response.statusCode(),
        response.headers(),
        new String(response.body(), StandardCharsets.UTF_8));
  }

  public String header(String name) {
    return headers.firstValue(name).orElse(null);
  }

  public JsonNode json() {
    return Json.parse(text);
  }

  /** The JSON of a success. */
  public JsonNode ok() {
    if (status != 200) {
      throw new AssertionError(status + " " + text);
    }
    return json();
  }

  /** The code of a problem, after a look at its form. */
  public String problem() {
    if (status < 400 || !"application/problem+json".equals(header("Content-Type"))) {
      throw new AssertionError("no problem: " + status + " " + headers.map() + " " + text);
    }
    var problem = json();
    if (problem.path("status").asInt() != status
        || !problem.path("type").isString()
        || !problem.path("title").isString()
        || !problem.path("detail").isString()) {
      throw new AssertionError("not problem details: " + text);
    }
    return problem.path("code").asString();
  }

  /** The field that a problem names, or null. */
  public String field() {
    return json().path("field").asString(null);
  }
}
