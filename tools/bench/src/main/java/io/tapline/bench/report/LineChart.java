package io.tapline.bench.report;

import java.util.ArrayList;
import java.util.List;

/** Lines in adjacent panels with a common scale. */
public final class LineChart {

  private static final int COLUMNS = 3;
  private static final int PANEL_WIDTH = 300;
  private static final int PANEL_HEIGHT = 210;
  private static final int PLOT_HEIGHT = 120;
  private static final int MARGIN = 16;
  private static final int HEAD = 60;
  private static final int AXIS = 40;

  /** More labels would overlap. */
  private static final int MOST_LABELS = 4;

  private final String title;
  private final String note;
  private final List<Double> goals;
  private final List<Panel> panels = new ArrayList<>();

  /**
   * @param goals values that are drawn as dashed lines across every panel
   */
  public LineChart(String title, String note, List<Double> goals) {
    this.title = title;
    this.note = note;
    this.goals = List.copyOf(goals);
  }

  /** One point of a line. */
  public record Point(String label, double value) {}

  private record Panel(String title, List<Point> points) {}

  public LineChart panel(String panelTitle, List<Point> points) {
    panels.add(new Panel(panelTitle, List.copyOf(points)));
    return this;
  }

  public String svg() {
    var svg = new SvgDrawing();
    svg.text(MARGIN, MARGIN + 14, "title", title);
    svg.text(MARGIN, MARGIN + 34, "note", note);
    double top = top();
    for (int i = 0; i < panels.size(); i++) {
      double x = MARGIN + (i % COLUMNS) * PANEL_WIDTH;
      double y = HEAD + (i / COLUMNS) * PANEL_HEIGHT;
      draw(svg, panels.get(i), x, y, top);
    }
    int rows = (panels.size() + COLUMNS - 1) / COLUMNS;
    return svg.document(
        COLUMNS * PANEL_WIDTH + 2 * MARGIN, HEAD + rows * PANEL_HEIGHT + MARGIN, title);
  }

  /** The highest value of the common scale. */
  private double top() {
    double most =
        panels.stream().flatMap(p -> p.points().stream()).mapToDouble(Point::value).max().orElse(1);
    return Math.max(1, most) * 1.1;
  }

  private void draw(SvgDrawing svg, Panel panel, double x, double y, double top) {
    double left = x + AXIS;
    double right = x + PANEL_WIDTH - MARGIN;
    double base = y + 34 + PLOT_HEIGHT;
    svg.text(left, y + 20, "head", panel.title());
    for (var value : List.of(0.0, 1.0)) {
      double line = base - value / top * PLOT_HEIGHT;
      svg.line(left, line, right, line, "rule");
      svg.text(left - 6, line + 4, "note end", Spread.number(value, 1));
    }
    for (var goal : goals) {
      double line = base - goal / top * PLOT_HEIGHT;
      svg.line(left, line, right, line, "goal");
      svg.text(left - 6, line + 4, "note end", Spread.number(goal, 1));
    }
    plot(svg, panel.points(), left, right, base, top);
  }

  private static void plot(
      SvgDrawing svg, List<Point> points, double left, double right, double base, double top) {
    double step = (right - left) / points.size();
    int every = (points.size() + MOST_LABELS - 1) / MOST_LABELS;
    var line = new StringBuilder();
    for (int i = 0; i < points.size(); i++) {
      double x = left + step * (i + 0.5);
      double y = base - points.get(i).value() / top * PLOT_HEIGHT;
      line.append(SvgDrawing.point(x, y));
      svg.dot(x, y, "ours");
      if (points.size() <= MOST_LABELS) {
        svg.text(x, y - 9, "note mid", Spread.number(points.get(i).value(), 2));
      }
      if (i % every == 0) {
        svg.text(x, base + 18, "note mid", points.get(i).label());
      }
    }
    svg.polyline(line.toString().strip(), "line");
  }
}
