package io.tapline.bench.report;

import java.util.ArrayList;
import java.util.List;

/** Bars in one or more panels: the median as a bar, the spread as a line across it. */
public final class BarChart {

  private static final int WIDTH = 900;
  private static final int LABELS = 260;
  private static final int FIGURES = 90;
  private static final int ROW = 24;
  private static final int BAR = 16;
  private static final int MARGIN = 16;
  private static final int HEAD = 34;
  private static final int GAP = 8;

  private final String title;
  private final String note;
  private final List<Panel> panels = new ArrayList<>();

  public BarChart(String title, String note) {
    this.title = title;
    this.note = note;
  }

  public record Bar(String label, Spread figure, boolean ours) {}

  private record Panel(String title, int decimals, List<Bar> bars) {}

  public BarChart panel(String panelTitle, int decimals, List<Bar> bars) {
    panels.add(new Panel(panelTitle, decimals, List.copyOf(bars)));
    return this;
  }

  public String svg() {
    var svg = new SvgDrawing();
    svg.text(MARGIN, MARGIN + 14, "title", title);
    svg.text(MARGIN, MARGIN + 34, "note", note);
    double y = MARGIN + 46;
    for (var panel : panels) {
      y = draw(svg, panel, y);
    }
    return svg.document(WIDTH, (int) y + MARGIN, title);
  }

  private static double draw(SvgDrawing svg, Panel panel, double top) {
    svg.text(MARGIN, top + 20, "head", panel.title());
    double most = panel.bars().stream().mapToDouble(bar -> bar.figure().high()).max().orElse(1);
    double scale = (WIDTH - 2 * MARGIN - LABELS - FIGURES) / most;
    double y = top + HEAD;
    for (var bar : panel.bars()) {
      draw(svg, bar, panel.decimals(), scale, y);
      y += ROW;
    }
    return y + GAP;
  }

  private static void draw(SvgDrawing svg, Bar bar, int decimals, double scale, double y) {
    double left = MARGIN + LABELS;
    double middle = y + BAR / 2.0;
    var figure = bar.figure();
    svg.text(left - 10, middle + 4, "end", bar.label());
    svg.rect(left, y, figure.median() * scale, BAR, bar.ours() ? "ours" : "theirs");
    svg.line(left + figure.low() * scale, middle, left + figure.high() * scale, middle, "reach");
    var number = Spread.number(figure.median(), decimals);
    svg.text(left + figure.high() * scale + 8, middle + 4, "note", number);
  }
}
