package io.tapline.cli.print;

import java.io.PrintStream;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Where answers go: tables for people, JSON for programs, remarks beside both. */
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

  /** One document on one line, as it came. */
  public void document(JsonNode document) {
    out.println(document);
  }

  public void table(List<TableColumn> columns, List<JsonNode> rows) {
    text(new TextTable(columns).print(rows, terminalColors));
  }

  public void facts(FactSheet facts) {
    text(facts.print(terminalColors));
  }

  /** Ends with a line break already. */
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

  /** Something about the answer, for people; programs that read the answer do not see it. */
  public void remark(String sentence) {
    err.println(sentence);
  }
}
