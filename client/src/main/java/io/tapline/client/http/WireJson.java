package io.tapline.client.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The client's JSON mapping: snake_case, times as text, null fields omitted. Unknown fields of a
 * newer server are ignored.
 */
public final class WireJson {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .changeDefaultPropertyInclusion(
              inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
          .disable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(EnumFeature.READ_UNKNOWN_ENUM_VALUES_AS_NULL)
          .build();

  private WireJson() {}

  /** Null when the text is not JSON or does not match the type. */
  static <T> T parse(byte[] text, Class<T> type) {
    try {
      return MAPPER.readValue(text, type);
    } catch (JacksonException e) {
      return null;
    }
  }

  public static JsonNode parse(String text) {
    return MAPPER.readTree(text);
  }

  static byte[] print(Object value) {
    return MAPPER.writeValueAsBytes(value);
  }

  /** A new tree; changes to it do not affect the value. */
  public static JsonNode tree(Object value) {
    return tree(MAPPER, value);
  }

  /** A new tree by another mapping; changes to it do not affect the value. */
  public static JsonNode tree(JsonMapper mapper, Object value) {
    // The mapper would serialize and parse a tree or a text again, which takes many times longer.
    if (value instanceof JsonNode tree) {
      return tree.deepCopy();
    }
    return value instanceof String text
        ? mapper.getNodeFactory().stringNode(text)
        : mapper.valueToTree(value);
  }

  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  public static <T> T read(JsonNode node, Class<T> type) {
    return MAPPER.treeToValue(node, type);
  }

  /** Reads a generic type, such as a page of queues. */
  public static <T> T read(JsonNode node, Class<?> generic, Class<?> parameter) {
    JavaType type = MAPPER.getTypeFactory().constructParametricType(generic, parameter);
    return MAPPER.treeToValue(node, type);
  }
}
