package io.tapline.bench.report;

import java.util.Locale;

/**
 * A drawing with its own background and with colours for light and dark pages. It uses the fonts of
 * the reader.
 */
public final class SvgDrawing {

  private static final String STYLE =
      """
        <style>
          text { font: 13px system-ui, sans-serif; fill: #1f2328; }
          .title { font-size: 16px; font-weight: 600; }
          .head { font-weight: 600; }
          .note { font-size: 12px; fill: #59636e; }
          .end { text-anchor: end; }
          .mid { text-anchor: middle; }
          .paper { fill: #ffffff; }
          .rule { stroke: #d1d9e0; }
          .goal { stroke: #9a6700; stroke-dasharray: 5 4; }
          .ours { fill: #1a7f37; }
          .theirs { fill: #8c959f; }
          .reach { stroke: #1f2328; }
          .line { stroke: #1a7f37; stroke-width: 2; fill: none; }
          @media (prefers-color-scheme: dark) {
            text { fill: #f0f6fc; }
            .note { fill: #9198a1; }
            .paper { fill: #0d1117; }
            .rule { stroke: #3d444d; }
            .goal { stroke: #d29922; }
            .ours { fill: #3fb950; }
            .theirs { fill: #656c76; }
            .reach { stroke: #f0f6fc; }
            .line { stroke: #3fb950; }
          }
        </style>
      """;

  private final StringBuilder body = new StringBuilder();

  public SvgDrawing text(double x, double y, String classes, String text) {
    return add("<text x=\"%.1f\" y=\"%.1f\" class=\"%s\">%s</text>", x, y, classes, escape(text));
  }

  public SvgDrawing rect(double x, double y, double width, double height, String classes) {
    return add(
        "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" class=\"%s\"/>",
        x, y, width, height, classes);
  }

  public SvgDrawing line(double x1, double y1, double x2, double y2, String classes) {
    return add(
        "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>",
        x1, y1, x2, y2, classes);
  }

  public SvgDrawing dot(double x, double y, String classes) {
    return add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" class=\"%s\"/>", x, y, classes);
  }

  /**
   * @param points as {@code x,y x,y …}
   */
  public SvgDrawing polyline(String points, String classes) {
    return add("<polyline points=\"%s\" class=\"%s\"/>", points, classes);
  }

  public static String point(double x, double y) {
    return String.format(Locale.ROOT, "%.1f,%.1f ", x, y);
  }

  /** The whole file. */
  public String document(int width, int height, String description) {
    return String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\""
                + " height=\"%d\" role=\"img\" aria-label=\"%s\">%n",
            width,
            height,
            width,
            height,
            escape(description))
        + STYLE
        + "  <rect width=\"100%\" height=\"100%\" class=\"paper\"/>\n"
        + body
        + "</svg>\n";
  }

  private SvgDrawing add(String format, Object... values) {
    body.append("  ").append(String.format(Locale.ROOT, format, values)).append('\n');
    return this;
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
