package io.tapline.server.actions;

import io.tapline.api.Limits;
import io.tapline.server.http.ApiField;
import io.tapline.server.http.ValueShape;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Converts a JSON Schema of an object to field declarations of an endpoint. */
public final class SchemaFields {

  private SchemaFields() {}

  public static List<ApiField> of(JsonNode schema) {
    var required = new ArrayList<String>();
    schema.path("required").forEach(name -> required.add(name.asString()));
    var fields = new ArrayList<ApiField>();
    for (var entry : schema.path("properties").properties()) {
      var about = entry.getValue().path("description").asString(entry.getKey());
      fields.add(
          new ApiField(
              entry.getKey(), shape(entry.getValue()), required.contains(entry.getKey()), about));
    }
    return fields;
  }

  private static ValueShape shape(JsonNode schema) {
    if (schema.has("enum")) {
      var words = new ArrayList<String>();
      schema.get("enum").forEach(word -> words.add(word.asString()));
      return ValueShape.choice(words);
    }
    return switch (schema.path("type").asString("")) {
      case "string" -> ValueShape.text(schema.path("maxLength").asInt(Limits.TEXT));
      case "boolean" -> ValueShape.flag();
      case "integer" ->
          ValueShape.whole(
              schema.path("minimum").asLong(Long.MIN_VALUE),
              schema.path("maximum").asLong(Long.MAX_VALUE));
      case "number" ->
          ValueShape.decimal(
              schema.path("minimum").asDouble(-Double.MAX_VALUE),
              schema.path("maximum").asDouble(Double.MAX_VALUE));
      case "array" ->
          ValueShape.many(
              shape(schema.path("items")), schema.path("maxItems").asInt(Integer.MAX_VALUE));
      case "object" ->
          schema.has("properties") ? new ValueShape.Fields(of(schema)) : ValueShape.open();
      default -> ValueShape.json();
    };
  }
}
