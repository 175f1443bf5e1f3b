package io.tapline.cli.print;

import java.util.ArrayList;
import java.util.List;

/** Shows one object as names and values, one per line. */
public final class FactSheet {

  private record Fact(String name, String value, TextStyle style) {}

  private final List<Fact> facts = new ArrayList<>();

  public FactSheet add(String name, String value) {
    return add(name, value, TextStyle.PLAIN);
  }

  public FactSheet state(String name, String value) {
    return add(name, value, TextStyle.ofState(value));
  }

  /** An empty value is left out. */
  private FactSheet add(String name, String value, TextStyle style) {
    if (!value.equals(FieldText.NONE)) {
      facts.add(new Fact(name, value, style));
    }
    return this;
  }

  public String print(TerminalColors terminalColors) {
    int width = facts.stream().mapToInt(fact -> fact.name().length()).max().orElse(0);
    var text = new StringBuilder();
    for (var fact : facts) {
      text.append(terminalColors.paint(TextStyle.FAINT, fact.name()))
          .append(" ".repeat(width - fact.name().length() + 2))
          .append(terminalColors.paint(fact.style(), fact.value()))
          .append('\n');
    }
    return text.toString();
  }
}
