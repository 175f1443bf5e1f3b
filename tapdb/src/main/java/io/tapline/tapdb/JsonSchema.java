package io.tapline.tapdb;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A checked, usable JSON Schema (2020-12). */
public final class JsonSchema {

  private final Schema schema;

  private JsonSchema(Schema schema) {
    this.schema = schema;
  }

  /**
   * @throws IllegalArgumentException if the schema is not usable
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
   * A violation of the schema by a value.
   *
   * @param path {@code $.members[0].name}; includes the name of a missing or unexpected property
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
