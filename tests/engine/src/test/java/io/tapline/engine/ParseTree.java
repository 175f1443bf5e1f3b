package io.tapline.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A statement as PostgreSQL's own parser resolved it: a node of {@code pg_proc.prosqlbody}. Calls
 * of functions and operators are there by OID, so no text of SQL has to be interpreted.
 */
record ParseTree(String type, Map<String, List<ParseTree>> fields) {

  private static final Pattern TOKEN =
      Pattern.compile("[{}()]|\\[[^]]*]|(?:\\\\.|[^\\s{}()\\\\])+");

  static ParseTree parse(String text) {
    var root = new ParseTree("", new LinkedHashMap<>());
    root.fields.put("", new ArrayList<>());
    Deque<ParseTree> open = new ArrayDeque<>(List.of(root));
    Deque<String> field = new ArrayDeque<>(List.of(""));
    boolean typeFollows = false;
    for (var token :
        (Iterable<String>) TOKEN.matcher(text).results().map(m -> m.group())::iterator) {
      if (typeFollows) {
        var node = new ParseTree(token, new LinkedHashMap<>());
        open.peek().fields.get(field.peek()).add(node);
        open.push(node);
        field.push("");
        node.fields.put("", new ArrayList<>());
        typeFollows = false;
      } else if (token.equals("{")) {
        typeFollows = true;
      } else if (token.equals("}")) {
        open.pop();
        field.pop();
      } else if (token.startsWith(":")
          && token.length() > 1
          && Character.isLetter(token.charAt(1))) {
        field.pop();
        field.push(token.substring(1));
        open.peek().fields.put(field.peek(), new ArrayList<>());
      } else if (!token.equals("(") && !token.equals(")")) {
        open.peek().fields.get(field.peek()).add(new ParseTree(token, Map.of()));
      }
    }
    return root;
  }

  List<ParseTree> field(String name) {
    return fields.getOrDefault(name, List.of());
  }

  /** The first value of a field, as text. */
  String value(String name) {
    return field(name).isEmpty() ? "" : field(name).get(0).type;
  }

  /**
   * This node and all below, but none below nodes of one type.
   *
   * @param except that type, or null
   */
  List<ParseTree> nodes(String except) {
    var nodes = new ArrayList<ParseTree>(List.of(this));
    if (!type.equals(except)) {
      fields.values().forEach(f -> f.forEach(child -> nodes.addAll(child.nodes(except))));
    }
    return nodes;
  }
}
