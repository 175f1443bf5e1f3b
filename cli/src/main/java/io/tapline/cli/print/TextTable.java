package io.tapline.cli.print;

import java.util.List;
import tools.jackson.databind.JsonNode;

/** Rows under titles, with columns as wide as their content. */
public final class TextTable {

  private static final String GAP = "  ";

  private final List<TableColumn> columns;

  public TextTable(List<TableColumn> columns) {
    this.columns = List.copyOf(columns);
  }

  public String print(List<JsonNode> rows, TerminalColors terminalColors) {
    var cells =
        rows.stream()
            .map(row -> columns.stream().map(column -> column.text().apply(row)).toList())
            .toList();
    var titles = columns.stream().map(column -> column.title().apply(rows)).toList();
    var widths = widths(titles, cells);
    var text = new StringBuilder();
    line(text, titles, widths, terminalColors, true);
    cells.forEach(row -> line(text, row, widths, terminalColors, false));
    return text.toString();
  }

  private static int[] widths(List<String> titles, List<List<String>> cells) {
    var widths = titles.stream().mapToInt(TextTable::width).toArray();
    for (var row : cells) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], width(row.get(i)));
      }
    }
    return widths;
  }

  private void line(
      StringBuilder text,
      List<String> cells,
      int[] widths,
      TerminalColors terminalColors,
      boolean title) {
    for (int i = 0; i < widths.length; i++) {
      var column = columns.get(i);
      var cell = cells.get(i);
      var pad = " ".repeat(widths[i] - width(cell));
      var style = title ? TextStyle.STRONG : column.style().apply(cell);
      boolean last = i == widths.length - 1;
      text.append(i == 0 ? "" : GAP)
          .append(column.right() ? pad : "")
          .append(terminalColors.paint(style, cell))
          .append(column.right() || last ? "" : pad);
    }
    text.append('\n');
  }

  private static int width(String cell) {
    return cell.codePointCount(0, cell.length());
  }
}
