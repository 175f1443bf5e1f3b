package io.tapline.engine.read.lineage;

import java.util.Locale;

/** Which way to follow lineage. */
public enum LineageDirection {
  /** What it was made from. */
  UP,
  /** What was made from it. */
  DOWN,
  BOTH;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
