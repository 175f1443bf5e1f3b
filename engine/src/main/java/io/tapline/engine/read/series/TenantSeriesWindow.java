package io.tapline.engine.read.series;

import java.time.Duration;
import java.util.Locale;

/** The length of a chart of a tenant and its steps. */
public enum TenantSeriesWindow {
  HOUR(Duration.ofMinutes(1), 60),
  DAY(TenantSampler.QUARTER, 96),
  WEEK(Duration.ofHours(2), 84);

  private final Duration step;
  private final int points;

  TenantSeriesWindow(Duration step, int points) {
    this.step = step;
    this.points = points;
  }

  Duration step() {
    return step;
  }

  int points() {
    return points;
  }

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
