package io.tapline.cli.print;

/** Applies colour if a person reads the output, and none if a program does. */
public final class TerminalColors {

  private static final String ESCAPE = "\u001b[";

  private final boolean colour;

  public TerminalColors(boolean colour) {
    this.colour = colour;
  }

  public String paint(TextStyle style, String text) {
    return colour && style != TextStyle.PLAIN && !text.isEmpty()
        ? ESCAPE + style.code() + "m" + text + ESCAPE + "0m"
        : text;
  }
}
