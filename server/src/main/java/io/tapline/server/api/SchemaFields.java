package io.tapline.server.api;

import io.tapline.engine.decide.Limits;
import io.tapline.server.http.Field;
import io.tapline.server.http.Shape;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The fields that a JSON Schema of an object describes, as the table of endpoints has them. */
public final class SchemaFields {

  private SchemaFields() {}

  public static List<Field> of(JsonNode schema) {
    var required = new ArrayList<String>();
    schema.path("required").forEach(name -> required.add(name.asString()));
    var fields = new ArrayList<Field>();
    for (var entry : schema.path("properties").properties()) {
      var about = entry.getValue().path("description").asString(entry.getKey());
      fields.add(
          new Field(
              entry.getKey(), shape(entry.getValue()), required.contains(entry.getKey()), about));
    }
    return fields;
  }

  private static Shape shape(JsonNode schema) {
    if (schema.has("enum")) {
      var words = new ArrayList<String>();
      schema.get("enum").forEach(word -> words.add(word.asString()));
      return Shape.choice(words);
    }
    return switch (schema.path("type").asString("")) {
      case "string" -> Shape.text(schema.path("maxLength").asInt(Limits.TEXT));
      case "boolean" -> Shape.flag();
      case "integer" ->
          Shape.whole(
              schema.path("minimum").asLong(Long.MIN_VALUE),
              schema.path("maximum").asLong(Long.MAX_VALUE));
      case "number" ->
          Shape.decimal(
              schema.path("minimum").asDouble(-Double.MAX_VALUE),
              schema.path("maximum").asDouble(Double.MAX_VALUE));
      case "array" ->
          Shape.many(shape(schema.path("items")), schema.path("maxItems").asInt(Integer.MAX_VALUE));
      case "object" -> schema.has("properties") ? new Shape.Fields(of(schema)) : Shape.open();
      default -> Shape.json();
    };
  }
}
