package io.tapline.engine.read.series;

import java.time.Duration;
import java.util.Locale;

/** The length of a chart and its steps. */
public enum SeriesWindow {
  HOUR(Duration.ofMinutes(1), 60),
  DAY(Duration.ofMinutes(15), 96);

  private final Duration step;
  private final int points;

  SeriesWindow(Duration step, int points) {
    this.step = step;
    this.points = points;
  }

  public Duration step() {
    return step;
  }

  public int points() {
    return points;
  }

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
