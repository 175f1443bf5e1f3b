package io.tapline.cli.print;

/** Colour where a person looks, and none where a program reads. */
public final class Paint {

  private static final String ESCAPE = "\u001b[";

  private final boolean colour;

  public Paint(boolean colour) {
    this.colour = colour;
  }

  public String paint(Style style, String text) {
    return colour && style != Style.PLAIN && !text.isEmpty()
        ? ESCAPE + style.code() + "m" + text + ESCAPE + "0m"
        : text;
  }
}
