package io.tapline.server.execution;

import io.tapline.server.http.ApiField;
import io.tapline.server.http.Endpoint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Merges the fields of several requests for one that accepts any of them. */
final class ResultFields {

  private ResultFields() {}

  /**
   * A field is required if all of the requests require it. Its text names the requests that have
   * it, unless all have it with the same text.
   *
   * @param parts the requests, by name
   */
  static List<ApiField> of(Map<String, Endpoint> parts) {
    var abouts = new LinkedHashMap<String, Map<String, ApiField>>();
    parts.forEach(
        (name, part) ->
            part.body()
                .forEach(
                    field ->
                        abouts
                            .computeIfAbsent(field.name(), key -> new LinkedHashMap<>())
                            .put(name, field)));
    var fields = new ArrayList<ApiField>();
    abouts.values().forEach(same -> fields.add(field(same, parts.size())));
    return fields;
  }

  private static ApiField field(Map<String, ApiField> same, int parts) {
    var any = same.values().iterator().next();
    boolean everywhere = same.size() == parts;
    boolean required = everywhere && same.values().stream().allMatch(ApiField::required);
    var names = new LinkedHashMap<String, String>();
    same.forEach(
        (name, field) ->
            names.merge(field.about(), name, (before, another) -> before + ", " + another));
    if (everywhere && names.size() == 1) {
      return new ApiField(any.name(), any.shape(), required, any.about());
    }
    var about =
        String.join(
            "; ",
            names.entrySet().stream()
                .map(entry -> entry.getValue() + ": " + entry.getKey())
                .toList());
    return new ApiField(any.name(), any.shape(), required, about);
  }
}
