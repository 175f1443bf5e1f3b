package io.tapline.server.testing;

import io.tapline.server.http.ApiField;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.ValueShape;
import io.tapline.tapdb.Json;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Bodies made up from what the table says: well formed, about nothing that exists. */
public final class SampleBodies {

  /** Needed by actions that take one field or another, so neither can be called required. */
  private static final Map<String, Map<String, Object>> ALSO =
      Map.of(
          "enqueue", Map.of("template_code", "data/execution/task/1.0"),
          "progress", Map.of("fraction", 0.5),
          "set-callback-secret", Map.of("secret", "0123456789".repeat(4)),
          "fail", Map.of("retryable", true, "worker_euid", "x"),
          "complete", Map.of("worker_euid", "x"),
          "release-lease", Map.of("worker_euid", "x"),
          "report-results", Map.of("subject_euid", "x", "worker_euid", "x"));

  private SampleBodies() {}

  /** Everything that the endpoint requires, and nothing else. */
  public static ObjectNode required(Endpoint endpoint) {
    var body = Json.object();
    var fields = endpoint.body() == null ? List.<ApiField>of() : endpoint.body();
    for (var field : fields) {
      if (field.required()) {
        body.set(field.name(), value(field.shape()));
      }
    }
    var path = endpoint.path();
    var also = ALSO.getOrDefault(path.substring(path.lastIndexOf('/') + 1), Map.of());
    also.forEach((name, value) -> body.set(name, Json.tree(value)));
    return body;
  }

  /** A value of the shape. */
  public static JsonNode value(ValueShape shape) {
    return Json.tree(plain(shape));
  }

  private static Object plain(ValueShape shape) {
    if (shape instanceof ValueShape.Whole whole) {
      return Math.max(whole.least(), Math.min(1, whole.most()));
    } else if (shape instanceof ValueShape.Decimal decimal) {
      return decimal.least();
    } else if (shape instanceof ValueShape.Flag) {
      return true;
    } else if (shape instanceof ValueShape.Time) {
      return "2026-01-05T12:00:00Z";
    } else if (shape instanceof ValueShape.Choice choice) {
      return choice.words().get(0);
    } else if (shape instanceof ValueShape.Many many) {
      return List.of(plain(many.of()));
    } else if (shape instanceof ValueShape.Fields fields) {
      var object = Json.object();
      fields.fields().forEach(field -> object.set(field.name(), value(field.shape())));
      return object;
    } else if (shape instanceof ValueShape.AnyJson || shape instanceof ValueShape.Open) {
      return Map.of("any", 1);
    } else {
      return "x";
    }
  }
}
