package io.tapline.server.conversation;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * JSON as people compare it: the fields of an object by name, since their order is nobody's
 * promise, and on one line what fits there.
 */
public final class AnswerPrinter {

  private static final int WIDTH = 150;

  private final AnswerNormalizer normalizer;

  public AnswerPrinter(AnswerNormalizer normalizer) {
    this.normalizer = normalizer;
  }

  public List<String> lines(JsonNode node) {
    return List.of(print(null, node, 0).split("\n"));
  }

  private String print(String field, JsonNode node, int depth) {
    var name = normalizer.named(field, node);
    if (name != null) {
      return '"' + name + '"';
    }
    if (node.isObject()) {
      var parts = new ArrayList<String>();
      var sorted = new TreeMap<String, JsonNode>();
      node.propertyStream().forEach(each -> sorted.put(each.getKey(), each.getValue()));
      sorted.forEach((key, value) -> parts.add(quoted(key) + ": " + print(key, value, depth + 1)));
      return joined("{", parts, "}", depth);
    }
    if (node.isArray()) {
      var parts = new ArrayList<String>();
      // The name of a list of cursors or tokens identifies their type.
      node.forEach(item -> parts.add(print(field, item, depth + 1)));
      return joined("[", parts, "]", depth);
    }
    return node.isString() ? quoted(node.asString()) : node.toString();
  }

  private String quoted(String text) {
    return tools.jackson.databind.node.StringNode.valueOf(normalizer.text(text)).toString();
  }

  private static String joined(String open, List<String> parts, String close, int depth) {
    var line = open + String.join(", ", parts) + close;
    if (!line.contains("\n") && line.length() + 2 * depth <= WIDTH) {
      return line;
    }
    var indent = "  ".repeat(depth + 1);
    return open
        + "\n"
        + indent
        + String.join(",\n" + indent, parts)
        + "\n"
        + "  ".repeat(depth)
        + close;
  }
}
