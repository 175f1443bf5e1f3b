package io.tapline.cli.print;

import java.util.ArrayList;
import java.util.List;

/** Names and values, one to a line: how one thing is shown. */
public final class Facts {

  private record Fact(String name, String value, Style style) {}

  private final List<Fact> facts = new ArrayList<>();

  public Facts add(String name, String value) {
    return add(name, value, Style.PLAIN);
  }

  public Facts state(String name, String value) {
    return add(name, value, Style.ofState(value));
  }

  /** What is not there is not shown. */
  private Facts add(String name, String value, Style style) {
    if (!value.equals(Field.NONE)) {
      facts.add(new Fact(name, value, style));
    }
    return this;
  }

  public String print(Paint paint) {
    int width = facts.stream().mapToInt(fact -> fact.name().length()).max().orElse(0);
    var text = new StringBuilder();
    for (var fact : facts) {
      text.append(paint.paint(Style.FAINT, fact.name()))
          .append(" ".repeat(width - fact.name().length() + 2))
          .append(paint.paint(fact.style(), fact.value()))
          .append('\n');
    }
    return text.toString();
  }
}
