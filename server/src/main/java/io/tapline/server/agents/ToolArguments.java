package io.tapline.server.agents;

import io.tapline.engine.model.RefusedException;
import io.tapline.server.http.ApiField;
import io.tapline.server.http.ValueShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The arguments of a call to a tool, validated against its declaration, so that every refusal names
 * the field.
 */
final class ToolArguments {

  private final ObjectNode given;

  private ToolArguments(ObjectNode given) {
    this.given = given;
  }

  /**
   * @throws io.tapline.engine.model.RefusedException with the invalid field
   */
  static ToolArguments of(List<ApiField> declared, JsonNode given) {
    return new ToolArguments(checked(declared, given, ""));
  }

  private static ObjectNode checked(List<ApiField> declared, JsonNode given, String prefix) {
    if (!(given instanceof ObjectNode object)) {
      throw RefusedException.invalid("arguments", "is not a JSON object");
    }
    for (var name : object.propertyNames()) {
      if (declared.stream().noneMatch(field -> field.name().equals(name))) {
        throw RefusedException.invalid(
            prefix + shorten(name),
            "is not an argument; the arguments are "
                + declared.stream().map(ApiField::name).toList());
      }
    }
    for (var field : declared) {
      var value = object.get(field.name());
      if (value != null && !value.isNull()) {
        check(prefix + field.name(), field.shape(), value);
      } else if (field.required()) {
        throw RefusedException.invalid(prefix + field.name(), "is missing: " + field.about());
      }
    }
    return object;
  }

  private static void check(String name, ValueShape shape, JsonNode value) {
    if (shape instanceof ValueShape.Text text) {
      require(value.isString(), name, "is not a string");
      require(!value.stringValue().isBlank(), name, "is empty");
      require(value.stringValue().indexOf('\0') < 0, name, "contains a NUL character; remove it");
      require(
          value.stringValue().length() <= text.most(),
          name,
          "is longer than " + text.most() + " characters");
    } else if (shape instanceof ValueShape.Choice choice) {
      require(
          value.isString() && choice.words().contains(value.stringValue()),
          name,
          shorten(value.toString()) + " is not one of " + choice.words());
    } else if (shape instanceof ValueShape.Whole whole) {
      require(
          value.isIntegralNumber()
              && value.canConvertToLong()
              && value.longValue() >= whole.least()
              && value.longValue() <= whole.most(),
          name,
          "%s is not a whole number from %s to %s"
              .formatted(shorten(value.toString()), whole.least(), whole.most()));
    } else if (shape instanceof ValueShape.Flag) {
      require(value.isBoolean(), name, "is not true or false");
    } else if (shape instanceof ValueShape.Many many) {
      require(value.isArray(), name, "is not a list");
      require(
          !value.isEmpty() && value.size() <= many.most(),
          name,
          value.size() + " in the list; give 1 to " + many.most());
      for (int i = 0; i < value.size(); i++) {
        check(name + "[" + i + "]", many.of(), value.get(i));
      }
    } else {
      require(value.isObject(), name, "is not a JSON object");
    }
  }

  private static void require(boolean met, String name, String otherwise) {
    if (!met) {
      throw RefusedException.invalid(name, otherwise);
    }
  }

  private static String shorten(String text) {
    return text.length() > 80 ? text.substring(0, 80) + "…" : text;
  }

  /** Null when it is absent. */
  String text(String name) {
    return given.path(name).asString(null);
  }

  <E extends Enum<E>> E choice(String name, Class<E> type) {
    var text = text(name);
    return Arrays.stream(type.getEnumConstants())
        .filter(value -> value.name().equals(text))
        .findFirst()
        .orElse(null);
  }

  int whole(String name, int ifAbsent) {
    return given.path(name).asInt(ifAbsent);
  }

  List<String> texts(String name) {
    var all = new ArrayList<String>();
    given.path(name).forEach(one -> all.add(one.stringValue()));
    return all;
  }

  /** A nested object, validated against its declaration. */
  ToolArguments inside(String name, List<ApiField> declared) {
    return new ToolArguments(checked(declared, given.get(name), name + "."));
  }

  /** The arguments as the caller sent them. */
  ObjectNode document() {
    return given;
  }
}
