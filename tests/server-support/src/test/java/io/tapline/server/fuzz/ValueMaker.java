package io.tapline.server.fuzz;

import io.tapline.tapdb.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * JSON texts for the schemas of a description: such as fit, and such as do not. Texts and not
 * trees, since the worst of them are no JSON.
 */
final class ValueMaker {

  private static final int DEEPEST = 4;

  /** For any field, whatever it is. */
  static final List<String> NASTY =
      List.of(
          "null",
          "true",
          "0",
          "-1",
          "-0",
          "1.5",
          "1e3",
          "1E400",
          "-1e-400",
          "1e999999999",
          "9223372036854775808",
          "99999999999999999999999999999999",
          "9".repeat(1_100),
          "NaN",
          "Infinity",
          "01",
          "\"\"",
          "\" \"",
          "\"NaN\"",
          "\"-1\"",
          "\"\\u0000\"",
          "\"a\\u0000b\"",
          "\"\\u0001\\u001f\\u007f\"",
          "\"\\ud800\"",
          "\"\\udc00x\"",
          "\"\\ud83d\\ude00\"",
          "\"\\u202e\\ufeff\\uffff\"",
          "\"" + "x".repeat(10_000) + "\"",
          "\"" + "\\u00e9".repeat(3_000) + "\"",
          "\"'; drop table x; --\"",
          "\"%00%ff../..\"",
          "\"10000-01-01T00:00:00Z\"",
          "\"-0001-01-01T00:00:00Z\"",
          "\"+999999999-12-31T23:59:59Z\"",
          "\"0000-01-01T00:00:00Z\"",
          "\"2026-02-30T00:00:00Z\"",
          "\"2026-01-05T12:00:00+18:00\"",
          "\"9999-12-31T23:59:59.999999999-18:00\"",
          "\"294277-01-01T00:00:00Z\"",
          "\"2026-01-05\"",
          "\"PT-5S\"",
          "\"P99999999D\"",
          "[]",
          "[null]",
          "{}",
          "{\"\":1}",
          "{\"a\":null,\"__proto__\":{}}",
          "{\"\\u0000\":1}",
          "{\"a\":1,\"a\":2}",
          "[" + "1,".repeat(5_000) + "1]",
          "[" + "\"x\",".repeat(2_000) + "\"x\"]",
          "[" + "{},".repeat(2_000) + "{}]",
          "[".repeat(60) + "]".repeat(60),
          "[".repeat(3_000) + "]".repeat(3_000),
          "{\"a\":".repeat(200) + "1" + "}".repeat(200));

  private static final List<String> TIMES =
      List.of(
          "2026-01-05T12:00:00Z",
          "2030-12-31T23:59:59.999999Z",
          "1970-01-01T00:00:00Z",
          "0001-01-01T00:00:00Z",
          "9999-12-31T23:59:59Z",
          "2027-06-01T00:00:00.123456+05:30");

  private final JsonNode document;
  private final KnownValues known;
  private final Random random;

  ValueMaker(JsonNode document, KnownValues known, Random random) {
    this.document = document;
    this.known = known;
    this.random = random;
  }

  JsonNode resolved(JsonNode schema) {
    var reference = schema.path("$ref").asString("");
    return reference.isEmpty() ? schema : document.at(reference.substring(1));
  }

  boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  /** The fields of an object: what it must have, and some of the rest. */
  Map<String, String> fields(JsonNode schema, int depth) {
    var whole = resolved(schema);
    var required =
        whole.path("required").valueStream().map(JsonNode::asString).collect(Collectors.toSet());
    var fields = new LinkedHashMap<String, String>();
    for (var property : whole.path("properties").properties()) {
      if (required.contains(property.getKey()) || chance(30)) {
        fields.put(property.getKey(), fitting(property.getKey(), property.getValue(), depth + 1));
      }
    }
    return fields;
  }

  static String object(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(field -> Json.print(field.getKey()) + ":" + field.getValue())
        .collect(Collectors.joining(",", "{", "}"));
  }

  /** A text that the schema allows; mostly one that means something. */
  String fitting(String name, JsonNode plain, int depth) {
    var schema = resolved(plain);
    for (var either : List.of("oneOf", "anyOf")) {
      if (schema.has(either)) {
        var ways = schema.path(either);
        return fitting(name, ways.get(random.nextInt(ways.size())), depth);
      }
    }
    if (schema.has("enum")) {
      var words = schema.path("enum");
      return words.get(random.nextInt(words.size())).toString();
    }
    var type = schema.path("type");
    var kind = type.isArray() ? type.get(0).asString() : type.asString("any");
    return switch (kind) {
      case "string" -> Json.print(text(name, schema));
      case "integer" -> Long.toString(whole(schema));
      case "number" -> one(List.of("0", "0.5", "1", "1e0", schema.path("maximum").asString("2")));
      case "boolean" -> one(List.of("true", "false"));
      case "array" -> {
        var items = new ArrayList<String>();
        for (int n = random.nextInt(4); n > 0; n--) {
          items.add(fitting(name, schema.path("items"), depth + 1));
        }
        yield items.stream().collect(Collectors.joining(",", "[", "]"));
      }
      case "object" ->
          schema.has("properties") && depth < DEEPEST
              ? object(fields(schema, depth))
              : one(List.of("{}", "{\"sample\":\"S-1\",\"n\":[1,2.5,null]}"));
      default ->
          one(List.of("{\"bins\":100}", "{}", "[1,{\"a\":[]}]", "\"x\"", "7", "null", "1e-7"));
    };
  }

  private String text(String name, JsonNode schema) {
    if (schema.path("format").asString("").equals("date-time")) {
      return one(TIMES);
    }
    var meant = chance(80) ? known.pick(name, random) : null;
    int most = schema.path("maxLength").asInt(100);
    if (meant != null) {
      return meant;
    }
    return chance(90) ? "x" + random.nextInt(1_000) : "x".repeat(Math.min(most, 20_000));
  }

  private long whole(JsonNode schema) {
    long least = schema.path("minimum").asLong(0);
    long most = schema.path("maximum").asLong(1_000);
    return switch (random.nextInt(5)) {
      case 0 -> least;
      case 1 -> most;
      default -> Math.min(most, least + random.nextInt(10));
    };
  }

  /** A text that is wrong for most fields, or beside what is wrong by one. */
  String nasty(JsonNode plain) {
    var schema = resolved(plain);
    if (chance(25)) {
      if (schema.has("maximum")) {
        return one(
            List.of(
                schema.path("maximum").decimalValue().add(java.math.BigDecimal.ONE).toString(),
                schema
                    .path("minimum")
                    .decimalValue()
                    .subtract(java.math.BigDecimal.ONE)
                    .toString()));
      }
      if (schema.has("maxLength")) {
        return Json.print("x".repeat(Math.min(schema.path("maxLength").asInt(), 50_000) + 1));
      }
      if (schema.has("maxItems")) {
        return "[" + "\"x\",".repeat(schema.path("maxItems").asInt()) + "\"x\"]";
      }
      if (schema.path("items").isObject()) {
        return "[" + nasty(schema.path("items")) + "]";
      }
      if (schema.path("properties").isObject() && !schema.path("properties").isEmpty()) {
        var names = List.copyOf(schema.path("properties").propertyNames());
        var name = one(names);
        return object(Map.of(name, nasty(schema.path("properties").path(name))));
      }
    }
    return one(NASTY);
  }
}
