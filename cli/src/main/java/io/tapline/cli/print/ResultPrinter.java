package io.tapline.cli.print;

import java.io.PrintStream;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Prints results: tables for people, JSON for programs, remarks on the error stream. */
public final class ResultPrinter {

  private final PrintStream out;
  private final PrintStream err;
  private final TerminalColors terminalColors;
  private final boolean json;

  public ResultPrinter(
      PrintStream out, PrintStream err, TerminalColors terminalColors, boolean json) {
    this.out = out;
    this.err = err;
    this.terminalColors = terminalColors;
    this.json = json;
  }

  public boolean json() {
    return json;
  }

  public TerminalColors paint() {
    return terminalColors;
  }

  /** Prints one document unchanged on one line. */
  public void document(JsonNode document) {
    out.println(document);
  }

  public void table(List<TableColumn> columns, List<JsonNode> rows) {
    text(new TextTable(columns).print(rows, terminalColors));
  }

  public void table(List<TableColumn> columns, JsonNode rows) {
    table(columns, rows.valueStream().toList());
  }

  public void facts(FactSheet facts) {
    text(facts.print(terminalColors));
  }

  /** Prints text that already ends with a line break. */
  public void text(String text) {
    out.print(text);
    out.flush();
  }

  public void line(String line) {
    out.println(line);
  }

  public void heading(String title) {
    out.println();
    out.println(terminalColors.paint(TextStyle.STRONG, title));
  }

  /** Prints a remark for people; it is not part of the result that programs read. */
  public void remark(String sentence) {
    err.println(sentence);
  }
}
