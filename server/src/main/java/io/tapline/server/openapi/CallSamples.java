package io.tapline.server.openapi;

import io.tapline.tapdb.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Samples of a call with curl, Python and Java. The methods of the clients come from a file; a call
 * without such a method uses the generic get and post of the client, and a call that those cannot
 * send uses the standard library.
 */
final class CallSamples {

  private static final String FILE = "client-calls.json";
  private static final String EXECUTION = "/api/v1/execution/";

  private final JsonNode methods;
  private final SampleRequests requests;

  CallSamples(SampleRequests requests) {
    this.requests = requests;
    try (var file = CallSamples.class.getResourceAsStream(FILE)) {
      this.methods = Json.parse(new String(file.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The samples as the extension {@code x-codeSamples}, which viewers of OpenAPI show. */
  ArrayNode of(ApiCall call) {
    var samples = Json.object().putArray("samples");
    samples.add(sample("Shell", "curl", curl(call)));
    samples.add(sample("Python", "Python", python(call)));
    samples.add(sample("Java", "Java", java(call)));
    return samples;
  }

  private static ObjectNode sample(String language, String label, String source) {
    return Json.object().put("lang", language).put("label", label).put("source", source);
  }

  private String curl(ApiCall call) {
    var text = new StringBuilder("curl -sS");
    if (!call.method().equals("get") && !call.method().equals("post")) {
      text.append(" -X ").append(call.method().toUpperCase(Locale.ROOT));
    }
    text.append(" \"$TAPLINE_URL").append(requests.path(call)).append('"');
    if (!call.open()) {
      text.append(" \\\n  -H \"Authorization: Bearer $TAPLINE_TOKEN\"");
    }
    var body = requests.body(call);
    if (body != null) {
      text.append(" \\\n  -H \"Content-Type: application/json\" \\\n  -d '");
      text.append(indented(body).replace("'", "'\\''")).append('\'');
    } else if (call.method().equals("post")) {
      text.append(" \\\n  -X POST");
    }
    return text.toString();
  }

  private String python(ApiCall call) {
    var own = methods.path(call.key()).path("python");
    if (own.isString()) {
      return own.asString();
    }
    var body = requests.body(call);
    if (call.plain()) {
      var path = text(shortened(requests.path(call)));
      return call.method().equals("get")
          ? "client.transport.get(" + path + ")"
          : "client.transport.post(" + path + ", " + PythonLiteral.of(withoutKey(body)) + ")";
    }
    var text = new StringBuilder("request = urllib.request.Request(\n");
    text.append("    os.environ[\"TAPLINE_URL\"] + ").append(text(requests.path(call)));
    text.append(",\n    method=\"").append(call.method().toUpperCase(Locale.ROOT)).append('"');
    if (body != null) {
      text.append(",\n    data=json.dumps(").append(PythonLiteral.of(body)).append(").encode()");
    }
    text.append(",\n    headers={");
    text.append(
        call.open() ? "" : "\"Authorization\": \"Bearer \" + os.environ[\"TAPLINE_TOKEN\"]");
    text.append(
        body == null ? "" : (call.open() ? "" : ", ") + "\"Content-Type\": \"application/json\"");
    return text.append("},\n)\nurllib.request.urlopen(request).read()").toString();
  }

  private String java(ApiCall call) {
    var own = methods.path(call.key()).path("java");
    if (own.isString()) {
      return own.asString();
    }
    var body = requests.body(call);
    if (call.plain()) {
      var path = text(shortened(requests.path(call)));
      return call.method().equals("get")
          ? "client.http().get(" + path + ");"
          : "client.http().post(" + path + ", " + JavaLiteral.of(withoutKey(body)) + ");";
    }
    var text = new StringBuilder("var request =\n    HttpRequest.newBuilder(URI.create(");
    text.append("System.getenv(\"TAPLINE_URL\") + ").append(text(requests.path(call))).append("))");
    if (!call.open()) {
      text.append(
          "\n        .header(\"Authorization\", \"Bearer \" + System.getenv(\"TAPLINE_TOKEN\"))");
    }
    if (body != null) {
      text.append("\n        .header(\"Content-Type\", \"application/json\")");
    }
    text.append("\n        .method(\"").append(call.method().toUpperCase(Locale.ROOT));
    text.append("\", HttpRequest.BodyPublishers.");
    text.append(body == null ? "noBody()" : "ofString(" + text(Json.print(body)) + ")");
    return text.append(")\n        .build();\n")
        .append("HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());")
        .toString();
  }

  /** Both clients add the prefix of the execution API. */
  private static String shortened(String path) {
    return path.startsWith(EXECUTION) ? path.substring(EXECUTION.length()) : path;
  }

  /** Both clients create an idempotency key for each request. */
  private static JsonNode withoutKey(JsonNode body) {
    if (body instanceof ObjectNode object && object.has(SampleRequests.KEY)) {
      var rest = object.deepCopy();
      rest.remove(SampleRequests.KEY);
      return rest;
    }
    return body == null ? Json.object() : body;
  }

  /** Pretty-prints without a space before a colon. */
  private static String indented(JsonNode value) {
    return value.toPrettyString().replaceAll("(?m)^(\\s*\"[^\"]*\") :", "$1:");
  }

  /** The escapes of JSON are valid in Java and Python too. */
  static String text(String text) {
    return Json.print(text);
  }

  /** JSON as a Java expression: maps, lists and plain values. */
  private static final class JavaLiteral {

    /** {@code Map.of} accepts no more pairs. */
    private static final int MOST_PAIRS = 10;

    private JavaLiteral() {}

    static String of(JsonNode value) {
      if (value.isObject()) {
        return value.size() > MOST_PAIRS ? entries(value) : pairs(value);
      }
      if (value.isArray()) {
        return value
            .valueStream()
            .map(JavaLiteral::of)
            .collect(Collectors.joining(", ", "List.of(", ")"));
      }
      return value.isIntegralNumber() && !value.canConvertToInt()
          ? value.toString() + "L"
          : value.toString();
    }

    private static String pairs(JsonNode value) {
      return value.properties().stream()
          .map(field -> CallSamples.text(field.getKey()) + ", " + of(field.getValue()))
          .collect(Collectors.joining(", ", "Map.of(", ")"));
    }

    private static String entries(JsonNode value) {
      return value.properties().stream()
          .map(
              field ->
                  "Map.entry(%s, %s)"
                      .formatted(CallSamples.text(field.getKey()), of(field.getValue())))
          .collect(Collectors.joining(", ", "Map.ofEntries(", ")"));
    }
  }

  /** JSON as a Python expression. */
  private static final class PythonLiteral {

    private PythonLiteral() {}

    static String of(JsonNode value) {
      if (value.isObject()) {
        return value.properties().stream()
            .map(field -> CallSamples.text(field.getKey()) + ": " + of(field.getValue()))
            .collect(Collectors.joining(", ", "{", "}"));
      }
      if (value.isArray()) {
        return value
            .valueStream()
            .map(PythonLiteral::of)
            .collect(Collectors.joining(", ", "[", "]"));
      }
      if (value.isBoolean()) {
        return value.asBoolean() ? "True" : "False";
      }
      return value.isNull() ? "None" : value.toString();
    }
  }
}
