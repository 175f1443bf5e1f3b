package io.tapline.server.openapi;

import io.tapline.server.http.ApiField;
import io.tapline.server.http.ValueShape;
import io.tapline.tapdb.Json;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * Shapes of the endpoint table as JSON Schema 2020-12. Records and enumerations become named
 * components, which the other schemas reference.
 */
final class ShapeSchemas {

  private final RecordSchemas records;

  /** Whether the schema describes answers, in which an optional field may also be null. */
  private final boolean answers;

  private ShapeSchemas(RecordSchemas records, boolean answers) {
    this.records = records;
    this.answers = answers;
  }

  static ShapeSchemas ofRequests(RecordSchemas records) {
    return new ShapeSchemas(records, false);
  }

  static ShapeSchemas ofAnswers(RecordSchemas records) {
    return new ShapeSchemas(records, true);
  }

  ObjectNode of(ValueShape shape) {
    if (shape instanceof ValueShape.Text text) {
      var schema = string().put("maxLength", text.most());
      return text.pattern() == null ? schema : schema.put("pattern", "^" + text.pattern() + "$");
    } else if (shape instanceof ValueShape.Whole whole) {
      return whole(whole);
    } else if (shape instanceof ValueShape.Decimal decimal) {
      var schema = Json.object().put("type", "number");
      return schema.put("minimum", decimal.least()).put("maximum", decimal.most());
    } else if (shape instanceof ValueShape.Flag) {
      return Json.object().put("type", "boolean");
    } else if (shape instanceof ValueShape.Time) {
      return string().put("format", "date-time");
    } else if (shape instanceof ValueShape.Choice choice) {
      var schema = string();
      choice.words().forEach(schema.putArray("enum")::add);
      return schema;
    } else if (shape instanceof ValueShape.Many many) {
      return array(of(many.of())).put("maxItems", many.most());
    } else if (shape instanceof ValueShape.Fields fields) {
      return object(fields.fields());
    } else if (shape instanceof ValueShape.AnyJson) {
      return Json.object();
    } else if (shape instanceof ValueShape.Open) {
      return Json.object().put("type", "object");
    } else if (shape instanceof ValueShape.Of record) {
      return records.ref(record.type());
    } else if (shape instanceof ValueShape.With with) {
      return with(records.object(with.type(), false), with.without(), with.more());
    } else if (shape instanceof ValueShape.Sparse sparse) {
      return with(records.object(sparse.type(), true), List.of(), sparse.more());
    } else if (shape instanceof ValueShape.PageOf page) {
      return page(of(page.item()));
    } else if (shape instanceof ValueShape.CountedPageOf page) {
      return countedPage(of(page.item()));
    } else if (shape instanceof ValueShape.Plain) {
      return string();
    }
    throw new IllegalStateException("no schema for " + shape);
  }

  /** An object with exactly these fields. */
  ObjectNode object(List<ApiField> fields) {
    var schema = Json.object().put("type", "object");
    schema.putObject("properties");
    add(schema, fields);
    return answers ? schema : schema.put("additionalProperties", false);
  }

  private ObjectNode with(ObjectNode schema, List<String> without, List<ApiField> more) {
    var properties = (ObjectNode) schema.get("properties");
    properties.remove(without);
    var required = schema.get("required");
    schema.remove("required");
    required
        .valueStream()
        .filter(name -> !without.contains(name.asString()))
        .forEach(name -> schema.withArray("required").add(name));
    add(schema, more);
    return schema;
  }

  private void add(ObjectNode schema, List<ApiField> fields) {
    var properties = (ObjectNode) schema.get("properties");
    for (var field : fields) {
      properties.set(field.name(), described(field));
      if (field.required()) {
        schema.withArray("required").add(field.name());
      }
    }
  }

  private ObjectNode described(ApiField field) {
    var schema = of(field.shape());
    return (answers && !field.required() ? orNull(schema) : schema)
        .put("description", field.about());
  }

  private static ObjectNode page(ObjectNode item) {
    var schema = Json.object().put("type", "object");
    var properties = schema.putObject("properties");
    properties.set("items", array(item));
    properties.set(
        "next_cursor", orNull(string()).put("description", "for the next page; null on the last"));
    schema.putArray("required").add("items").add("next_cursor");
    return schema;
  }

  private static ObjectNode countedPage(ObjectNode item) {
    var schema = Json.object().put("type", "object");
    var properties = schema.putObject("properties");
    properties.set("items", array(item));
    var required = schema.putArray("required").add("items");
    for (var name : List.of("total", "limit", "offset")) {
      properties.putObject(name).put("type", "integer");
      required.add(name);
    }
    return schema;
  }

  private static ObjectNode whole(ValueShape.Whole whole) {
    var schema = Json.object().put("type", "integer");
    schema.put("format", whole.most() > Integer.MAX_VALUE ? "int64" : "int32");
    return schema.put("minimum", whole.least()).put("maximum", whole.most());
  }

  static ObjectNode string() {
    return Json.object().put("type", "string");
  }

  static ObjectNode array(ObjectNode items) {
    var schema = Json.object().put("type", "array");
    schema.set("items", items);
    return schema;
  }

  /** A schema that also accepts null. */
  static ObjectNode orNull(ObjectNode schema) {
    if (schema.isEmpty()) {
      return schema;
    }
    var type = schema.get("type");
    if (type != null && type.isString() && !schema.has("enum")) {
      var both = Json.object();
      both.putArray("type").add(type).add("null");
      schema.remove("type");
      return both.setAll(schema);
    }
    var either = Json.object();
    either.putArray("anyOf").add(schema).add(Json.object().put("type", "null"));
    return either;
  }
}
