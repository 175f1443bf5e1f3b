package io.tapline.client.api;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Finds fields of a JSON answer that its record does not contain. */
final class UnreadFields {

  private UnreadFields() {}

  static List<String> inVain(JsonNode answer, Class<?> record) {
    var lost = new ArrayList<String>();
    look(answer, record, record.getSimpleName(), lost);
    return lost;
  }

  private static void look(JsonNode node, Type type, String path, List<String> lost) {
    if (type instanceof ParameterizedType list && node.isArray()) {
      node.forEach(item -> look(item, list.getActualTypeArguments()[0], path + "[]", lost));
    } else if (type instanceof Class<?> record && record.isRecord() && node.isObject()) {
      Map<String, RecordComponent> known =
          Arrays.stream(record.getRecordComponents())
              .collect(Collectors.toMap(c -> snake(c.getName()), Function.identity()));
      for (var field : node.properties()) {
        var component = known.get(field.getKey());
        if (component == null) {
          lost.add(path + "." + field.getKey());
        } else {
          look(field.getValue(), component.getGenericType(), path + "." + field.getKey(), lost);
        }
      }
    }
  }

  private static String snake(String name) {
    return name.replaceAll("([a-z])([A-Z])", "$1_$2")
        .replaceAll("([a-z])(P[0-9]+)([A-Z])", "$1_$2_$3")
        .replaceAll("([0-9])([A-Z])", "$1_$2")
        .toLowerCase(Locale.ROOT);
  }
}
