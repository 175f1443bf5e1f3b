package io.tapline.server.openapi;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Finds calls and types by words of their names, paths, summaries, fields and codes. */
final class DocsSearch {

  /** Readers refine a query with more results than this. */
  private static final int MOST = 50;

  /**
   * @param title names, which rank first
   * @param rest all other text
   */
  private record Entry(DocsCall call, String type, String title, String rest) {

    /** 0 if the title contains every word, 1 if the whole entry does, 2 if a word is missing. */
    int rank(String[] words) {
      if (Stream.of(words).allMatch(title::contains)) {
        return 0;
      }
      return Stream.of(words).allMatch(word -> title.contains(word) || rest.contains(word)) ? 1 : 2;
    }
  }

  private final List<Entry> entries = new ArrayList<>();

  DocsSearch(ObjectNode document, List<DocsCall> calls) {
    for (var call : calls) {
      entries.add(
          new Entry(
              call,
              null,
              lower(call.key() + " " + call.id() + " " + call.summary()),
              lower(words(call.operation()) + asked(document, call))));
    }
    for (var schema : document.path("components").path("schemas").properties()) {
      entries.add(
          new Entry(
              null, schema.getKey(), lower(schema.getKey()), lower(words(schema.getValue()))));
    }
  }

  String results(String asked) {
    var words = lower(asked).strip().split("\\s+");
    var found =
        entries.stream()
            .filter(entry -> !asked.isBlank() && entry.rank(words) < 2)
            .sorted(Comparator.comparingInt(entry -> entry.rank(words)))
            .toList();
    var html = new HtmlBuilder().in("h1", "Search").raw("<p role=\"status\">");
    html.text(summary(asked, found.size())).raw("</p>");
    var shown = found.stream().limit(MOST).toList();
    DocsPages.list(html, shown.stream().map(Entry::call).filter(call -> call != null).toList());
    html.raw("<ul class=\"types\">");
    for (var entry : shown) {
      if (entry.type() != null) {
        html.raw("<li><a href=\"").text(SchemaTable.TYPES + entry.type()).raw("\"><code>");
        html.text(entry.type()).raw("</code></a></li>");
      }
    }
    return html.raw("</ul>").toString();
  }

  private static String summary(String asked, int found) {
    if (asked.isBlank()) {
      return "Enter a part of a call, a path, a field, a type or a code.";
    }
    return found == 0
        ? "No entry contains all of these words."
        : found
            + (found == 1 ? " entry contains" : " entries contain")
            + " all of these words"
            + (found > MOST ? "; the first " + MOST + " are shown." : ".");
  }

  /** The fields of the request; the operation only contains the name of its type. */
  private static String asked(ObjectNode document, DocsCall call) {
    var schema = call.body().path("schema");
    var one = schema.has("oneOf") ? schema.path("oneOf").path(0) : schema;
    return one.has("$ref") ? words(document.at(one.path("$ref").asString().substring(1))) : "";
  }

  /** Names of fields, descriptions and codes at any depth. */
  private static String words(JsonNode node) {
    var text = new StringBuilder();
    collect(node, text);
    return text.toString();
  }

  private static void collect(JsonNode node, StringBuilder text) {
    if (node.isObject()) {
      node.properties()
          .forEach(
              field -> {
                text.append(field.getKey()).append(' ');
                collect(field.getValue(), text);
              });
    } else if (node.isArray()) {
      node.forEach(item -> collect(item, text));
    } else if (node.isString()) {
      text.append(node.asString()).append(' ');
    }
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
