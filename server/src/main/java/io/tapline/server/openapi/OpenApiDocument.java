package io.tapline.server.openapi;

import io.tapline.server.http.Endpoint;
import io.tapline.server.http.Problem;
import io.tapline.server.http.ProblemCode;
import io.tapline.server.openapi.OpenApiOperation.ApiExamples;
import io.tapline.tapdb.Json;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** The whole API as an OpenAPI 3.1 document, generated from the endpoint table only. */
public final class OpenApiDocument {

  private static final String ABOUT =
      """
      Tapline is a durable execution queue. Jobs wait in queues, workers claim them under leases, \
      and every action leaves evidence that cannot be changed.

      A field that is null counts as absent. A field or parameter that is not described here is \
      refused by name. Times are ISO 8601 with an offset; answers give them in UTC with \
      microseconds. Every refusal is a problem (RFC 9457) with a stable code. A method that a path \
      does not have is METHOD_NOT_ALLOWED, a path that does not exist is NOT_FOUND.

      In the samples `TAPLINE_URL` is the address of the server and `TAPLINE_TOKEN` is your token. \
      `client` is `Client()` in Python and `TaplineClient.fromEnvironment()` in Java; both read \
      these variables.\
      """;

  private OpenApiDocument() {}

  public static ObjectNode build(List<Endpoint> endpoints) {
    var document = Json.object().put("openapi", "3.1.0");
    document
        .putObject("info")
        .put("title", "Tapline")
        .put("version", "v1")
        .put("description", ABOUT)
        .putObject("license")
        .put("name", "Apache-2.0")
        .put("identifier", "Apache-2.0");
    document.putArray("servers").addObject().put("url", "/");
    var tags = document.putArray("tags");
    ApiArea.ALL.forEach(
        area -> tags.addObject().put("name", area.title()).put("description", area.about()));
    var records = new RecordSchemas();
    records.ref(Problem.class);
    var examples = ApiExamples.load();
    var paths = document.putObject("paths");
    for (var endpoint : endpoints) {
      paths
          .withObjectProperty(endpoint.path())
          .set(
              endpoint.method().name().toLowerCase(Locale.ROOT),
              new OpenApiOperation(endpoint, records, examples).describe());
    }
    var components = document.putObject("components");
    components.set("securitySchemes", SecuritySchemes.describe());
    var schemas = components.putObject("schemas");
    records.components().forEach(schemas::set);
    problemCodes(schemas, endpoints);
    addSamples(document);
    return document;
  }

  private static void addSamples(ObjectNode document) {
    var samples = new CallSamples(new SampleRequests(document));
    for (var path : document.path("paths").properties()) {
      for (var method : path.getValue().properties()) {
        var operation = (ObjectNode) method.getValue();
        var call = new ApiCall(method.getKey(), path.getKey(), operation);
        operation.set("x-codeSamples", samples.of(call));
      }
    }
  }

  /** All problem codes, in the one schema that describes problems. */
  private static void problemCodes(ObjectNode schemas, List<Endpoint> endpoints) {
    var names = new TreeSet<String>();
    Stream.concat(
            endpoints.stream().map(Endpoint::allRefusals).flatMap(Collection::stream),
            Stream.of(
                ProblemCode.METHOD_NOT_ALLOWED,
                ProblemCode.NOT_FOUND,
                ProblemCode.MALFORMED_REQUEST))
        .forEach(code -> names.add(code.name()));
    var code =
        schemas.withObjectProperty("Problem").withObjectProperty("properties").putObject("code");
    code.put("type", "string").put("description", "stable: callers decide by it");
    names.forEach(code.putArray("enum")::add);
  }

  /** The authentication schemes of the API. */
  static final class SecuritySchemes {

    private static final String BEARER = "bearer";
    private static final String SESSION = "session";

    static final List<String> NAMES = List.of(BEARER, SESSION);

    private SecuritySchemes() {}

    static ObjectNode describe() {
      var schemes = Json.object();
      schemes
          .putObject(BEARER)
          .put("type", "http")
          .put("scheme", "bearer")
          .put("description", "A token of one tenant, in the header Authorization");
      schemes
          .putObject(SESSION)
          .put("type", "apiKey")
          .put("in", "cookie")
          .put("name", "tapline_session")
          .put(
              "description",
              "What a login sets, for people; behind TLS its name begins with __Host-. Calls that"
                  + " change something also need the header X-CSRF-Token, which /api/v1/me tells.");
      return schemes;
    }
  }
}
