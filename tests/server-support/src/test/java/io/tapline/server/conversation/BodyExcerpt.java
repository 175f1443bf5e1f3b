package io.tapline.server.conversation;

import io.tapline.tapdb.Json;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * The excerpt of a body that is too long, or too specific to this machine, to be recorded
 * completely.
 */
final class BodyExcerpt {

  private BodyExcerpt() {}

  static List<String> lines(String show, String body) {
    return switch (show) {
      case "head" -> List.of();
      case "checks" -> checks(Json.parse(body));
      case "operations" -> operations(Json.parse(body));
      default -> throw new AssertionError("no excerpt is called " + show);
    };
  }

  /** The checks of the doctor, without their results on this machine. */
  private static List<String> checks(JsonNode report) {
    var lines = new ArrayList<String>();
    for (var check : report.path("checks")) {
      var fields = check.propertyStream().map(field -> field.getKey()).sorted().toList();
      lines.add(check.path("name").asString() + " " + fields);
    }
    return lines;
  }

  /**
   * The operations of the API description, with their parameters and the statuses of their answers.
   */
  private static List<String> operations(JsonNode document) {
    var lines = new ArrayList<String>();
    document
        .path("paths")
        .propertyStream()
        .forEach(
            path ->
                path.getValue()
                    .propertyStream()
                    .forEach(
                        method ->
                            lines.add(
                                method.getKey()
                                    + " "
                                    + path.getKey()
                                    + " "
                                    + parameters(method.getValue())
                                    + " "
                                    + method
                                        .getValue()
                                        .path("responses")
                                        .propertyStream()
                                        .map(answer -> answer.getKey())
                                        .sorted()
                                        .toList())));
    lines.sort(null);
    return lines;
  }

  private static List<String> parameters(JsonNode operation) {
    return operation
        .path("parameters")
        .valueStream()
        .map(parameter -> parameter.path("name").asString())
        .sorted()
        .toList();
  }
}
