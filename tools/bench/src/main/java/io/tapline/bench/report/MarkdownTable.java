package io.tapline.bench.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A Markdown table that is also readable as plain text: the first column is left-aligned, figures
 * are right-aligned.
 */
public final class MarkdownTable {

  private final List<List<String>> rows = new ArrayList<>();

  public MarkdownTable(String... titles) {
    rows.add(List.of(titles));
  }

  public MarkdownTable row(List<String> cells) {
    if (cells.size() != rows.get(0).size()) {
      throw new IllegalArgumentException(cells + " does not fit " + rows.get(0));
    }
    rows.add(List.copyOf(cells));
    return this;
  }

  @Override
  public String toString() {
    var text = new StringBuilder();
    for (int i = 0; i < rows.size(); i++) {
      text.append(line(rows.get(i)));
      if (i == 0) {
        text.append(rule());
      }
    }
    return text.toString();
  }

  private String line(List<String> cells) {
    var line = new StringBuilder("|");
    for (int column = 0; column < cells.size(); column++) {
      var padding = " ".repeat(width(column) - cells.get(column).length());
      var cell = column == 0 ? cells.get(column) + padding : padding + cells.get(column);
      line.append(' ').append(cell).append(" |");
    }
    return line.append('\n').toString();
  }

  private String rule() {
    var line = new StringBuilder("|");
    for (int column = 0; column < rows.get(0).size(); column++) {
      var dashes = "-".repeat(width(column) + 1);
      line.append(column == 0 ? dashes + "-|" : dashes + ":|");
    }
    return line.append('\n').toString();
  }

  private int width(int column) {
    return rows.stream().mapToInt(cells -> cells.get(column).length()).max().orElse(0);
  }
}
