package io.tapline.server.openapi;

import java.util.ArrayList;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** JSON Schemas for people: a table of fields, each with a short description of its type. */
final class SchemaTable {

  /** Path prefix of the pages of types. */
  static final String TYPES = "/docs/types/";

  private static final String COMPONENTS = "#/components/schemas/";

  private final HtmlBuilder html;
  private final ObjectNode document;

  SchemaTable(HtmlBuilder html, ObjectNode document) {
    this.html = html;
    this.document = document;
  }

  /** The fields of a schema; a reference is replaced by the fields of its type. */
  void schema(JsonNode schema) {
    if (schema.has("$ref")) {
      html.raw("<p>");
      kind(schema);
      html.raw("</p>");
      fields(document.at(schema.path("$ref").asString().substring(1)));
    } else if (schema.has("oneOf")) {
      oneOrMany(schema.path("oneOf").path(0), schema.path("oneOf").path(1));
    } else {
      fields(schema);
    }
  }

  /** For a call that accepts one request or many, only the fields of one request are listed. */
  private void oneOrMany(JsonNode one, JsonNode many) {
    var items = many.path("properties").path("items");
    html.raw("<p>");
    kind(one);
    html.text(
        items.has("maxItems")
            ? ", or up to " + items.path("maxItems").asString() + " of them as "
            : "; for many sent at once, each with its answer or its problem in ");
    html.raw("<code>items</code>");
    var beside = many.path("properties").propertyNames().stream().filter(n -> !n.equals("items"));
    var names = beside.collect(Collectors.joining(", "));
    html.text(names.isEmpty() ? "." : "; beside them, once for all: " + names + ".").raw("</p>");
    fields(document.at(one.path("$ref").asString().substring(1)));
  }

  private void fields(JsonNode schema) {
    if (!schema.path("properties").isObject()) {
      html.raw("<p>");
      kind(schema);
      html.raw("</p>");
      return;
    }
    var required = required(schema);
    begin();
    for (var property : schema.path("properties").properties()) {
      row(
          property.getKey(),
          required.contains(property.getKey()),
          property.getValue(),
          property.getValue().path("description").asString(""));
    }
    end();
  }

  void begin() {
    html.raw("<table class=\"fields\"><tbody>");
  }

  void end() {
    html.raw("</tbody></table>");
  }

  /** Adds a field; the fields of a nested object follow, each with its full name. */
  void row(String name, boolean required, JsonNode schema, String about) {
    html.raw("<tr><th scope=\"row\"><code>").name(name).raw("</code>");
    html.raw(required ? " <strong>required</strong></th><td>" : "</th><td>");
    kind(schema);
    html.raw("</td>").in("td", about).raw("</tr>");
    within(name, schema);
  }

  private void within(String name, JsonNode schema) {
    if (schema.path("items").isObject()) {
      within(name + "[]", schema.path("items"));
    } else if (schema.has("anyOf")) {
      schema.path("anyOf").forEach(one -> within(name, one));
    } else {
      var required = required(schema);
      for (var property : schema.path("properties").properties()) {
        row(
            name + "." + property.getKey(),
            required.contains(property.getKey()),
            property.getValue(),
            property.getValue().path("description").asString(""));
      }
    }
  }

  private static Set<String> required(JsonNode schema) {
    return schema
        .path("required")
        .valueStream()
        .map(JsonNode::asString)
        .collect(Collectors.toSet());
  }

  private void kind(JsonNode schema) {
    if (schema.has("$ref")) {
      reference(schema.path("$ref").asString().substring(COMPONENTS.length()));
    } else if (schema.has("anyOf") || schema.has("oneOf")) {
      either(schema.has("anyOf") ? schema.path("anyOf") : schema.path("oneOf"));
    } else if (schema.path("items").isObject()) {
      html.text("list of ");
      kind(schema.path("items"));
      limits(schema);
    } else if (schema.path("properties").isObject()) {
      html.text("object");
    } else {
      plain(schema);
    }
  }

  private void reference(String name) {
    html.raw("<a href=\"" + TYPES).text(name).raw("\">").type(name).raw("</a>");
  }

  private void either(JsonNode all) {
    for (int i = 0; i < all.size(); i++) {
      html.text(i == 0 ? "" : " or ");
      kind(all.get(i));
    }
  }

  private void plain(JsonNode schema) {
    if (schema.has("enum")) {
      html.name(
          schema
              .path("enum")
              .valueStream()
              .map(JsonNode::asString)
              .collect(Collectors.joining(" | ")));
      return;
    }
    var type = schema.path("type");
    html.text(
        type.isArray()
            ? type.valueStream().map(JsonNode::asString).collect(Collectors.joining(" or "))
            : type.asString("any JSON"));
    limits(schema);
  }

  private void limits(JsonNode schema) {
    var limits = new ArrayList<String>();
    for (var name :
        new String[] {"format", "minimum", "maximum", "maxLength", "minItems", "maxItems"}) {
      if (schema.has(name)) {
        limits.add(name + " " + schema.path(name).asString());
      }
    }
    if (!limits.isEmpty()) {
      html.raw(" <small>").text(String.join(", ", limits)).raw("</small>");
    }
  }
}
