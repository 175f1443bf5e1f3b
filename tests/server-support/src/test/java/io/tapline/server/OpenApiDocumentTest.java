package io.tapline.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.tapline.api.Code;
import io.tapline.server.http.ApiField;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.ProblemCode;
import io.tapline.server.http.ValueShape;
import io.tapline.server.testing.TaplineServer;
import io.tapline.tapdb.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The OpenAPI document says all that the table says, in the form that the standard asks for. */
@TaplineServer
class OpenApiDocumentTest extends OpenApiOnServer {

  private static JsonNode resolved(JsonNode schema) {
    var reference = schema.path("$ref").asString("");
    return reference.isEmpty() ? schema : document.at(reference.substring(1));
  }

  private static Set<String> words(JsonNode list) {
    return list.valueStream()
        .map(JsonNode::asString)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void every_endpoint_is_described_and_nothing_else_is() {
    var described = new HashSet<String>();
    document
        .path("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .propertyNames()
                    .forEach(
                        method ->
                            described.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));
    assertThat(described)
        .containsExactlyInAnyOrderElementsOf(endpoints.stream().map(Endpoint::toString).toList());
  }

  @Test
  void every_parameter_is_described_where_it_is_sent() {
    for (var endpoint : endpoints) {
      var expected = new TreeSet<String>();
      endpoint.pathFields().forEach(f -> expected.add("path " + f.name() + " true"));
      endpoint.query().forEach(f -> expected.add("query " + f.name() + " " + f.required()));
      endpoint.headers().forEach(f -> expected.add("header " + f.name() + " " + f.required()));
      var described =
          operation(endpoint)
              .path("parameters")
              .valueStream()
              .map(
                  p ->
                      p.path("in").asString()
                          + " "
                          + p.path("name").asString()
                          + " "
                          + p.path("required").asBoolean())
              .toList();
      assertThat(described).as(endpoint.toString()).containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  @Test
  void every_field_of_a_request_is_described_and_others_are_refused() {
    for (var endpoint : endpoints) {
      var content = operation(endpoint).at("/requestBody/content/application~1json/schema");
      if (endpoint.body() == null) {
        assertThat(content.isMissingNode()).as(endpoint.toString()).isTrue();
        continue;
      }
      var one = resolved(endpoint.batch() > 0 ? content.at("/oneOf/0") : content);
      assertThat(one.path("additionalProperties"))
          .as(endpoint.toString())
          .isEqualTo(Json.tree(endpoint.lenient()));
      assertFields(endpoint.toString(), one, endpoint.body());
      if (endpoint.batch() > 0) {
        var items = content.at("/oneOf/1/properties/items");
        assertThat(items.path("maxItems").asInt()).isEqualTo(endpoint.batch());
        assertFields(endpoint + " items", resolved(items.path("items")), fields(endpoint, false));
        var beside = ((ObjectNode) content.at("/oneOf/1").deepCopy());
        ((ObjectNode) beside.get("properties")).remove("items");
        beside.withArray("required").remove(0);
        assertFields(endpoint + " beside items", beside, fields(endpoint, true));
      }
    }
  }

  /** Those that stand beside {@code items}, or those in them. */
  private static List<ApiField> fields(Endpoint endpoint, boolean beside) {
    return endpoint.body().stream()
        .filter(field -> endpoint.beside().contains(field.name()) == beside)
        .toList();
  }

  private static void assertFields(String of, JsonNode schema, List<ApiField> fields) {
    assertThat(new TreeSet<>(schema.path("properties").propertyNames()))
        .as(of)
        .isEqualTo(
            fields.stream().map(ApiField::name).collect(Collectors.toCollection(TreeSet::new)));
    assertThat(words(schema.path("required")))
        .as(of)
        .isEqualTo(
            fields.stream()
                .filter(ApiField::required)
                .map(ApiField::name)
                .collect(Collectors.toCollection(TreeSet::new)));
    for (var field : fields) {
      var property = schema.path("properties").path(field.name());
      assertThat(property.path("description").asString()).isEqualTo(field.about());
      if (field.shape() instanceof ValueShape.Fields inner) {
        assertFields(of + " " + field.name(), property, inner.fields());
      }
      if (field.shape() instanceof ValueShape.Choice choice) {
        assertThat(words(property.path("enum"))).isEqualTo(new TreeSet<>(choice.words()));
      }
    }
  }

  @Test
  void every_code_is_described_under_its_status() {
    for (var endpoint : endpoints) {
      var expected = new TreeSet<String>();
      endpoint
          .allRefusals()
          .forEach(code -> expected.add(endpoint.dialect().status(code) + " " + code.name()));
      // Invalid HTTP, at any endpoint.
      expected.add("400 MALFORMED_REQUEST");
      var described = new TreeSet<String>();
      for (var response : operation(endpoint).path("responses").properties()) {
        words(
                response
                    .getValue()
                    .at("/content/application~1problem+json/schema/properties/code/enum"))
            .forEach(code -> described.add(response.getKey() + " " + code));
      }
      assertThat(described).as(endpoint.toString()).isEqualTo(expected);
    }
  }

  @Test
  void the_problem_knows_every_code_of_the_engine_and_of_the_door() throws IllegalAccessException {
    var codes = new TreeSet<String>();
    for (var code : Code.values()) {
      codes.add(code.name());
    }
    for (var constant : ProblemCode.class.getFields()) {
      codes.add(((ProblemCode) constant.get(null)).name());
    }
    // Some doors have codes of their own.
    endpoints.forEach(endpoint -> endpoint.refusals().forEach(code -> codes.add(code.name())));
    assertThat(words(document.at("/components/schemas/Problem/properties/code/enum")))
        .isEqualTo(codes);
  }

  @Test
  void the_roles_of_each_endpoint_are_its_ways_in() {
    for (var endpoint : endpoints) {
      var roles = new TreeSet<String>();
      operation(endpoint)
          .path("security")
          .forEach(way -> way.forEach(names -> roles.addAll(words(names))));
      assertThat(roles)
          .as(endpoint.toString())
          .isEqualTo(
              endpoint.access().roles().stream()
                  .map(role -> role.name().toLowerCase(Locale.ROOT))
                  .collect(Collectors.toCollection(TreeSet::new)));
    }
  }

  @Test
  void names_of_operations_are_there_once_and_fit_a_program() {
    var names = document.path("paths").findValuesAsString("operationId");
    assertThat(names).doesNotHaveDuplicates().allMatch(name -> name.matches("[a-z][a-z0-9_]*"));
  }

  @Test
  void every_reference_leads_somewhere_and_nothing_is_described_for_nobody() {
    var references = new HashSet<>(document.findValuesAsString("$ref"));
    assertThat(references)
        .allSatisfy(
            reference -> assertThat(document.at(reference.substring(1)).isMissingNode()).isFalse());
    assertThat(document.at("/components/schemas").propertyNames())
        .allSatisfy(name -> assertThat(references).contains("#/components/schemas/" + name));
  }

  @Test
  void every_schema_is_a_json_schema() {
    var meta =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));
    var schemas = new ArrayList<JsonNode>();
    document.at("/components/schemas").forEach(schemas::add);
    document.path("paths").findValues("schema").forEach(schemas::add);
    assertThat(schemas).hasSizeGreaterThan(endpoints.size());
    for (var schema : schemas) {
      assertThat(meta.validate(schema)).as(schema.toString()).isEmpty();
    }
  }

  /** The official schema of OpenAPI documents and of the JSON Schemas inside them. */
  @Test
  void the_document_is_valid_by_the_standards_own_schema() {
    var meta =
        SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12,
                registry ->
                    registry.schemaIdResolvers(
                        ids ->
                            ids.mapPrefix(
                                "https://spec.openapis.org/", "classpath:spec.openapis.org/")))
            .getSchema(
                SchemaLocation.of("https://spec.openapis.org/oas/3.1/schema-base/2022-10-07"));
    assertThat(meta.validate(document)).isEmpty();
    var broken = (ObjectNode) document.deepCopy();
    ((ObjectNode) broken.at("/paths/~1health/get")).put("responses", "none");
    assertThat(meta.validate(broken)).isNotEmpty();
    var odd = (ObjectNode) document.deepCopy();
    ((ObjectNode) odd.path("components").path("schemas").iterator().next()).put("type", "thing");
    assertThat(meta.validate(odd)).isNotEmpty();
  }

  @Test
  void the_form_is_that_of_openapi_3_1() {
    assertThat(document.propertyNames())
        .containsExactlyInAnyOrder("openapi", "info", "servers", "tags", "paths", "components");
    assertThat(document.path("openapi").asString()).startsWith("3.1.");
    assertThat(document.at("/info/title").isString()).isTrue();
    assertThat(document.at("/info/version").isString()).isTrue();
    var schemes = document.at("/components/securitySchemes");
    for (var path : document.path("paths").properties()) {
      assertThat(path.getKey()).startsWith("/");
      for (var operation : path.getValue()) {
        assertThat(operation.propertyNames())
            .isSubsetOf(
                "operationId",
                "summary",
                "description",
                "tags",
                "parameters",
                "requestBody",
                "responses",
                "security",
                "x-codeSamples");
        assertThat(operation.path("responses").propertyNames())
            .anyMatch(status -> status.startsWith("2"))
            .allMatch(status -> status.matches("[2-5][0-9][0-9]"));
        operation
            .path("responses")
            .forEach(response -> assertThat(response.path("description").isString()).isTrue());
        operation
            .path("security")
            .forEach(way -> assertThat(schemes.propertyNames()).containsAll(way.propertyNames()));
      }
    }
  }

  @Test
  void every_example_is_what_its_schema_says() {
    int examples = 0;
    for (var endpoint : endpoints) {
      var places = new ArrayList<JsonNode>();
      operation(endpoint).at("/requestBody/content").forEach(places::add);
      operation(endpoint).at("/responses/200/content").forEach(places::add);
      for (var place : places) {
        if (place.has("example")) {
          examples++;
          assertThat(tapline.described().faults(place.path("schema"), place.path("example")))
              .as(endpoint.toString())
              .isEmpty();
        }
      }
    }
    assertThat(examples).isGreaterThanOrEqualTo(10);
  }
}
