package io.tapline.tapdb;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A JSON Schema (2020-12) that was found to be usable as one. */
public final class JsonSchema {

  private final Schema schema;

  private JsonSchema(Schema schema) {
    this.schema = schema;
  }

  /**
   * @throws IllegalArgumentException when it is not one
   */
  public static JsonSchema of(JsonNode schema) {
    try {
      var usable = PackSchema.registry().getSchema(schema);
      usable.initializeValidators();
      return new JsonSchema(usable);
    } catch (SchemaException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /**
   * What is wrong with a value.
   *
   * @param path {@code $.members[0].name}; a property that is missing or too many is part of it
   */
  public record Problem(String path, String message) {}

  public List<Problem> problems(JsonNode value) {
    return schema.validate(value).stream()
        .map(
            error ->
                new Problem(
                    error.getProperty() == null
                        ? error.getInstanceLocation().toString()
                        : error.getInstanceLocation() + "." + error.getProperty(),
                    error.getMessage()))
        .toList();
  }
}
