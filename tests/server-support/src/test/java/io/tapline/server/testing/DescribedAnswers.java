package io.tapline.server.testing;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import io.tapline.server.http.EndpointTable;
import io.tapline.server.openapi.OpenApiDocument;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Checks answers against the OpenAPI document: a field, a status or a code that is not described is
 * a fault.
 */
public final class DescribedAnswers {

  /** Hundreds of compiled schemas each, the same for almost every server of a run. */
  private static final List<Book> BOOKS = new ArrayList<>();

  /** Answers of any path, which belong to no operation. */
  private static final Set<Integer> EVERYWHERE = Set.of(204, 404, 405);

  private record Place(Pattern pattern, JsonNode methods) {}

  /** One document, and of its schemas what was needed so far. */
  private record Book(
      ObjectNode document,
      List<Place> places,
      SchemaRegistry registry,
      Map<JsonNode, Schema> schemas) {

    static Book of(ObjectNode document) {
      var places = new ArrayList<Place>();
      for (var path : document.path("paths").properties()) {
        var pattern = path.getKey().replaceAll("\\{[^}]*}", "[^/]+").replace(".", "\\.");
        places.add(new Place(Pattern.compile(pattern), path.getValue()));
      }
      // Those without variables first: /workers/mine is not a worker's EUID.
      places.sort((a, b) -> Boolean.compare(variable(a), variable(b)));
      var registry =
          SchemaRegistry.withDefaultDialect(
              SpecificationVersion.DRAFT_2020_12,
              builder ->
                  builder.schemaRegistryConfig(
                      SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build()));
      return new Book(
          document, places, registry, Collections.synchronizedMap(new IdentityHashMap<>()));
    }

    Schema schema(JsonNode schema) {
      return schemas.computeIfAbsent(schema, this::compiled);
    }

    /**
     * Collects the referenced definitions only: otherwise each schema would compile all of them.
     */
    private void gather(JsonNode schema, ObjectNode definitions) {
      var name = schema.path("$ref").asString("").replace("#/components/schemas/", "");
      if (!name.isEmpty() && !definitions.has(name)) {
        var definition = document.path("components").path("schemas").path(name);
        definitions.set(name, definition);
        gather(definition, definitions);
      }
      schema.forEach(part -> gather(part, definitions));
    }

    private Schema compiled(JsonNode schema) {
      var whole = (ObjectNode) schema.deepCopy();
      gather(schema, whole.putObject("$defs"));
      return registry.getSchema(whole.toString().replace("#/components/schemas/", "#/$defs/"));
    }
  }

  private final Book book;
  private final Set<String> seen = ConcurrentHashMap.newKeySet();

  public DescribedAnswers(EndpointTable table) {
    var document = OpenApiDocument.build(table.endpoints());
    close(document);
    book = book(document);
  }

  /** Compared as it is: to print it for a key is most of what all this takes. */
  private static synchronized Book book(ObjectNode document) {
    for (var known : BOOKS) {
      if (known.document().equals(document)) {
        return known;
      }
    }
    var made = Book.of(document);
    BOOKS.add(made);
    return made;
  }

  private static boolean variable(Place place) {
    return place.pattern().pattern().contains("[");
  }

  /** The answers so far, as {@code 200 complete}. */
  public Set<String> seen() {
    return seen;
  }

  public JsonNode document() {
    return book.document();
  }

  /** Throws when the answer is not as described. */
  void check(String method, String target, HttpReply reply) {
    if (method.equals("HEAD")) {
      return;
    }
    var faults = faults(method, target, reply);
    if (!faults.isEmpty()) {
      throw new AssertionError(
          method + " " + target + " -> " + reply.status() + " " + reply.text() + "\n" + faults);
    }
  }

  /** The differences between an answer and its description. */
  public List<String> faults(String method, String target, HttpReply reply) {
    var operation = operation(method, target);
    if (operation == null) {
      return EVERYWHERE.contains(reply.status()) || reply.status() == 400
          ? List.of()
          : List.of("no such operation is described");
    }
    var response = operation.path("responses").path(String.valueOf(reply.status()));
    if (response.isMissingNode()) {
      return List.of("no such status is described");
    }
    if (!response.has("content")) {
      seen.add(reply.status() + " " + operation.path("operationId").asString());
      return reply.text().isEmpty() ? List.of() : List.of("nothing is described, but this came");
    }
    var type = reply.header("Content-Type");
    for (var content : response.path("content").properties()) {
      if (type != null && type.startsWith(content.getKey())) {
        seen.add(reply.status() + " " + operation.path("operationId").asString());
        return content.getKey().endsWith("json")
            ? faults(content.getValue().path("schema"), reply.json())
            : List.of();
      }
    }
    return List.of(type + " is not described");
  }

  /** The violations of a schema of the document by a value. */
  public List<String> faults(JsonNode schema, JsonNode value) {
    return book.schema(schema).validate(value).stream().map(Object::toString).toList();
  }

  private JsonNode operation(String method, String path) {
    for (var place : book.places()) {
      if (place.pattern().matcher(path).matches()) {
        return place.methods().get(method.toLowerCase(Locale.ROOT));
      }
    }
    return null;
  }

  /** Objects have the fields that are described, and no others. */
  private static void close(JsonNode node) {
    if (node instanceof ObjectNode object
        && object.path("type").asString("").equals("object")
        && object.path("properties").isObject()
        && !object.has("additionalProperties")) {
      object.put("additionalProperties", false);
    }
    node.forEach(DescribedAnswers::close);
  }
}
