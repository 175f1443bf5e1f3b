package io.tapline.server.openapi;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** JSON Schemas for people: a table of fields, each with its kind in a few words. */
final class SchemaTable {

  private static final String COMPONENTS = "#/components/schemas/";

  private final Html html;

  SchemaTable(Html html) {
    this.html = html;
  }

  void schema(JsonNode schema) {
    if (!schema.path("properties").isObject()) {
      html.raw("<p>");
      kind(schema);
      html.raw("</p>");
      return;
    }
    var required = new HashSet<String>();
    schema.path("required").forEach(name -> required.add(name.asString()));
    html.raw("<table><tbody>");
    for (var property : schema.path("properties").properties()) {
      row(
          property.getKey(),
          required.contains(property.getKey()),
          property.getValue(),
          property.getValue().path("description").asString(""));
    }
    html.raw("</tbody></table>");
  }

  void row(String name, boolean required, JsonNode schema, String about) {
    html.raw("<tr><th scope=\"row\"><code>").text(name).raw("</code>");
    html.raw(required ? " <strong>required</strong></th><td>" : "</th><td>");
    kind(schema);
    html.raw("</td>").in("td", about).raw("</tr>");
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
      schema(schema);
    } else {
      plain(schema);
    }
  }

  private void reference(String name) {
    html.raw("<a href=\"#schema-").text(name).raw("\">").text(name).raw("</a>");
  }

  private void either(JsonNode all) {
    for (int i = 0; i < all.size(); i++) {
      html.text(i == 0 ? "" : " or ");
      kind(all.get(i));
    }
  }

  private void plain(JsonNode schema) {
    if (schema.has("enum")) {
      html.text(
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
