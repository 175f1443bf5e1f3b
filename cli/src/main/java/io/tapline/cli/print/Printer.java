package io.tapline.cli.print;

import java.io.PrintStream;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Where answers go: tables for people, JSON for programs, remarks beside both. */
public final class Printer {

  private final PrintStream out;
  private final PrintStream err;
  private final Paint paint;
  private final boolean json;

  public Printer(PrintStream out, PrintStream err, Paint paint, boolean json) {
    this.out = out;
    this.err = err;
    this.paint = paint;
    this.json = json;
  }

  public boolean json() {
    return json;
  }

  public Paint paint() {
    return paint;
  }

  /** One document on one line, as it came. */
  public void document(JsonNode document) {
    out.println(document);
  }

  public void table(List<Column> columns, List<JsonNode> rows) {
    text(new Table(columns).print(rows, paint));
  }

  public void facts(Facts facts) {
    text(facts.print(paint));
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
    out.println(paint.paint(Style.STRONG, title));
  }

  /** Something about the answer, for people; programs that read the answer do not see it. */
  public void remark(String sentence) {
    err.println(sentence);
  }
}
