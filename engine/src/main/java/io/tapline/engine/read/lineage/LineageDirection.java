package io.tapline.engine.read.lineage;

import java.util.Locale;

public enum LineageDirection {
  /** To the sources of an object. */
  UP,
  /** To the objects made from it. */
  DOWN,
  BOTH;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
