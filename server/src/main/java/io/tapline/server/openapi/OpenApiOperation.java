package io.tapline.server.openapi;

import io.tapline.server.http.ApiField;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.Problem;
import io.tapline.server.http.ProblemCode;
import io.tapline.server.http.ValueShape;
import io.tapline.server.openapi.OpenApiDocument.SecuritySchemes;
import io.tapline.tapdb.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.springframework.http.MediaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One endpoint of the table as an operation of OpenAPI. */
final class OpenApiOperation {

  private static final String API = "/api/v1/";
  private static final String EXECUTION = API + "execution/";
  private static final String ACTIONS = EXECUTION + "actions/";

  private final Endpoint endpoint;
  private final RecordSchemas records;
  private final ShapeSchemas requests;
  private final ShapeSchemas answers;
  private final ApiExamples examples;

  OpenApiOperation(Endpoint endpoint, RecordSchemas records, ApiExamples examples) {
    this.endpoint = endpoint;
    this.records = records;
    this.requests = ShapeSchemas.ofRequests(records);
    this.answers = ShapeSchemas.ofAnswers(records);
    this.examples = examples;
  }

  ObjectNode describe() {
    var operation = Json.object().put("operationId", id()).put("summary", endpoint.summary());
    operation.put("description", callers());
    operation.putArray("tags").add(ApiArea.ofPath(endpoint.path()).title());
    parameters(operation);
    if (endpoint.body() != null) {
      operation.set("requestBody", requestBody());
    }
    operation.set("responses", responses());
    security(operation);
    return operation;
  }

  /** OpenAPI has no place for roles that a reader would find. */
  private String callers() {
    return endpoint.access().open()
        ? "Open to all."
        : endpoint.access().roles().stream()
            .map(role -> role.name().toLowerCase(Locale.ROOT))
            .sorted()
            .collect(Collectors.joining(", ", "Roles: ", "."));
  }

  /** {@code complete}, {@code get_queues_items}: valid method names for generated clients. */
  private String id() {
    var words = new ArrayList<String>();
    if (!endpoint.path().startsWith(ACTIONS)) {
      words.add(endpoint.method().name().toLowerCase(Locale.ROOT));
    }
    words.addAll(Arrays.asList(tail().split("[^A-Za-z0-9_]+")));
    return words.stream().filter(word -> !word.isEmpty()).collect(Collectors.joining("_"));
  }

  private String tail() {
    for (var prefix : List.of(ACTIONS, EXECUTION, API)) {
      if (endpoint.path().startsWith(prefix)) {
        return endpoint.path().substring(prefix.length());
      }
    }
    return endpoint.path().substring(1);
  }

  private void parameters(ObjectNode operation) {
    var all = Json.object().putArray("parameters");
    endpoint.pathFields().forEach(field -> all.add(parameter(field, "path")));
    endpoint.query().forEach(field -> all.add(parameter(field, "query")));
    endpoint.headers().forEach(field -> all.add(parameter(field, "header")));
    if (!all.isEmpty()) {
      operation.set("parameters", all);
    }
  }

  private ObjectNode parameter(ApiField field, String in) {
    var parameter = Json.object().put("name", field.name()).put("in", in);
    parameter.put("description", field.about()).put("required", field.required());
    parameter.set("schema", requests.of(field.shape()));
    return parameter;
  }

  private ObjectNode requestBody() {
    var one = records.name(typeName() + "Request", body(requests.object(endpoint.body())));
    var body = Json.object().put("required", true);
    var content = body.putObject("content").putObject(MediaType.APPLICATION_JSON_VALUE);
    content.set("schema", endpoint.batch() > 0 ? oneOrMany(one, item(one)) : one);
    examples.request(endpoint, content);
    return body;
  }

  private ObjectNode body(ObjectNode fields) {
    return endpoint.lenient() ? fields.put("additionalProperties", true) : fields;
  }

  /** {@code renew-lease} gives {@code RenewLease}. */
  private String typeName() {
    return Arrays.stream(id().split("_"))
        .map(word -> Character.toUpperCase(word.charAt(0)) + word.substring(1))
        .collect(Collectors.joining());
  }

  /** The schema of one entry of {@code items}, without the fields that the batch shares. */
  private ObjectNode item(ObjectNode one) {
    if (endpoint.beside().isEmpty()) {
      return one;
    }
    var fields =
        endpoint.body().stream().filter(f -> !endpoint.beside().contains(f.name())).toList();
    return records.name(typeName() + "Item", body(requests.object(fields)));
  }

  private ObjectNode oneOrMany(ObjectNode one, ObjectNode item) {
    var beside = endpoint.body().stream().filter(f -> endpoint.beside().contains(f.name()));
    var many = requests.object(beside.toList());
    var items = ShapeSchemas.array(item).put("minItems", 1).put("maxItems", endpoint.batch());
    ((ObjectNode) many.get("properties")).set("items", items);
    many.withArray("required").add("items");
    return either(one, many);
  }

  private static ObjectNode either(ObjectNode one, ObjectNode other) {
    var either = Json.object();
    either.putArray("oneOf").add(one).add(other);
    return either;
  }

  private ObjectNode responses() {
    var responses = Json.object();
    for (var status : endpoint.successes()) {
      var ok =
          responses
              .putObject(status.toString())
              .put("description", "It was done; this is what came of it");
      if (!(endpoint.answer() instanceof ValueShape.Nothing)
          && !endpoint.silent().contains(status)) {
        var content = ok.putObject("content").putObject(mediaType());
        content.set("schema", answer());
        examples.answer(endpoint, content);
      }
    }
    problems(responses);
    return responses;
  }

  private String mediaType() {
    return endpoint.answer() instanceof ValueShape.Plain plain
        ? plain.mediaType()
        : MediaType.APPLICATION_JSON_VALUE;
  }

  private ObjectNode answer() {
    if (endpoint.batch() == 0) {
      return answers.of(endpoint.answer());
    }
    var fields = answers.of(endpoint.answer());
    var one = records.name(typeName() + "Answer", fields);
    if (endpoint.beside().isEmpty()) {
      return either(one, batchAnswer(one));
    }
    var item = fields.deepCopy();
    var batch = Json.object();
    for (var name : endpoint.beside()) {
      var field = ((ObjectNode) item.get("properties")).remove(name);
      if (field != null) {
        batch.set(name, field);
      }
    }
    var many = batchAnswer(records.name(typeName() + "ItemAnswer", item));
    ((ObjectNode) many.get("properties")).setAll(batch);
    return either(one, many);
  }

  /** The form of {@code Actions.BatchAnswer}, with the answer of this action in it. */
  private ObjectNode batchAnswer(ObjectNode one) {
    var item = Json.object().put("type", "object");
    var properties = item.putObject("properties");
    properties.set("answer", ShapeSchemas.orNull(one.deepCopy()));
    properties.set("problem", ShapeSchemas.orNull(records.ref(Problem.class)));
    item.putArray("required").add("answer").add("problem");
    var batch = Json.object().put("type", "object");
    batch.putObject("properties").set("items", ShapeSchemas.array(item));
    batch.putArray("required").add("items");
    return batch;
  }

  private void problems(ObjectNode responses) {
    var byStatus = new TreeMap<Integer, List<ProblemCode>>();
    endpoint.allRefusals().stream()
        .sorted(Comparator.comparing(ProblemCode::name))
        .forEach(
            code ->
                byStatus
                    .computeIfAbsent(endpoint.dialect().status(code), s -> new ArrayList<>())
                    .add(code));
    // Invalid HTTP is refused before the endpoint is determined.
    var unread =
        byStatus.computeIfAbsent(
            ProblemCode.MALFORMED_REQUEST.status(), status -> new ArrayList<>());
    if (!unread.contains(ProblemCode.MALFORMED_REQUEST)) {
      unread.add(ProblemCode.MALFORMED_REQUEST);
    }
    byStatus.forEach(
        (status, codes) -> responses.set(String.valueOf(status), problem(status, codes)));
  }

  private ObjectNode problem(int status, List<ProblemCode> codes) {
    var response =
        Json.object()
            .put(
                "description",
                codes.stream().map(ProblemCode::title).collect(Collectors.joining(", ")));
    headers(status, response);
    var schema = Json.object();
    schema.putArray("allOf").add(records.ref(Problem.class));
    var words = schema.putObject("properties").putObject("code").putArray("enum");
    codes.forEach(code -> words.add(code.name()));
    response.putObject("content").putObject(Problem.MEDIA_TYPE).set("schema", schema);
    return response;
  }

  private static void headers(int status, ObjectNode response) {
    if (status == 401) {
      header(response, "WWW-Authenticate", "how to come in", ShapeSchemas.string());
    } else if (status == 429 || status == 503) {
      header(
          response,
          "Retry-After",
          "seconds to wait before another try",
          Json.object().put("type", "integer"));
    }
  }

  private static void header(ObjectNode response, String name, String about, ObjectNode schema) {
    response.putObject("headers").putObject(name).put("description", about).set("schema", schema);
  }

  /** One alternative for each role; any of them is sufficient. */
  private void security(ObjectNode operation) {
    var ways = operation.putArray("security");
    for (var scheme : endpoint.access().open() ? List.<String>of() : SecuritySchemes.NAMES) {
      endpoint.access().roles().stream()
          .sorted()
          .forEach(
              role -> ways.addObject().putArray(scheme).add(role.name().toLowerCase(Locale.ROOT)));
    }
  }

  /** Example requests and answers of the most used endpoints, read from a file. */
  static final class ApiExamples {

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
}
