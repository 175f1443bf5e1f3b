package io.tapline.server.actions;

import io.tapline.api.RequestForm;
import io.tapline.server.http.ApiField;
import io.tapline.server.http.ValueShape;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Converts the definition of a request to field declarations of an endpoint. */
public final class RequestShapes {

  private RequestShapes() {}

  /**
   * The fields on the wire; a field without effect is the first.
   *
   * @param without names of fields that are not in the body, such as those in the path
   */
  public static List<ApiField> of(Class<?> request, String... without) {
    var absent = List.of(without);
    return all(request).stream().filter(field -> !absent.contains(field.name())).toList();
  }

  private static List<ApiField> all(Class<?> request) {
    var form = RequestForm.of(request);
    var fields = new ArrayList<ApiField>();
    if (form.ignored() != null) {
      fields.add(
          ApiField.optional(
              form.ignored().name(),
              ValueShape.text(form.ignored().length()),
              form.ignored().about()));
    }
    for (var field : form.fields()) {
      var rules = field.rules();
      fields.add(new ApiField(field.name(), shape(field), field.required() != null, rules.about()));
    }
    return fields;
  }

  public static ApiField field(Class<?> request, String name) {
    return of(request).stream().filter(field -> field.name().equals(name)).findFirst().get();
  }

  private static ValueShape shape(RequestForm.Field field) {
    return field.isList() ? ValueShape.many(one(field), field.rules().entries()) : one(field);
  }

  private static ValueShape one(RequestForm.Field field) {
    var rules = field.rules();
    var type = field.type();
    if (type == String.class) {
      return text(field);
    } else if (type == boolean.class || type == Boolean.class) {
      return rules.flagWords().length == 0
          ? ValueShape.flag()
          : ValueShape.choice(List.of(rules.flagWords()));
    } else if (type == int.class || type == Integer.class || type == Long.class) {
      return ValueShape.whole((long) rules.least(), (long) rules.most());
    } else if (Number.class.isAssignableFrom(type)) {
      return ValueShape.decimal(rules.least(), rules.most());
    } else if (type == Instant.class) {
      return ValueShape.time();
    } else if (type == JsonNode.class) {
      return rules.object() ? ValueShape.open() : ValueShape.json();
    } else if (type.isEnum()) {
      return ValueShape.choice(
          rules.documented().length == 0 ? RequestForm.names(type) : List.of(rules.documented()));
    }
    return new ValueShape.Fields(of(type));
  }

  private static ValueShape text(RequestForm.Field field) {
    var rules = field.rules();
    if (!rules.codeBeside().isEmpty() || rules.identifier()) {
      return WireFields.CODE;
    }
    if (rules.documented().length > 0) {
      return ValueShape.choice(List.of(rules.documented()));
    }
    if (!field.words().isEmpty()) {
      return ValueShape.choice(field.words());
    }
    return ValueShape.text(
        rules.documentedLength() > 0 ? rules.documentedLength() : rules.length());
  }
}
