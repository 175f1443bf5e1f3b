package io.tapline.bench.figures;

/** A figure with its own measurement. */
public enum Figure {
  ALONE_STATEMENTS("alone", "report and claim alone: statements", 1, 3),
  ALONE_TRIPS("alone", "report and claim alone: trips to PostgreSQL", 1, 1),
  ALONE_POSTGRES("alone", "report and claim alone: processor of PostgreSQL, ms", 2, 0.8),
  ALONE_P50("alone", "report and claim alone: p50 in process, ms", 2, 2),
  HANDLER_START("handler", "p50 at 50 jobs/s over HTTP, from enqueue to handler start, ms", 2, 5),
  FINISHED_BYTES("disk", "disk per finished job with its indexes, bytes", 0, 2_500),
  RETIRED_BYTES("disk", "disk per retired job with its indexes, bytes", 0, 200),
  FIRST_JOBS(
      "serve", "first 1,000 jobs of a new server: processor of the server per job, ms", 2, 4),
  SERVE_READY("serve", "serve on its own data, from the command to ready, s", 2, 3.5);

  private final String measurement;
  private final String title;
  private final int decimals;
  private final double goal;

  Figure(String measurement, String title, int decimals, double goal) {
    this.measurement = measurement;
    this.title = title;
    this.decimals = decimals;
    this.goal = goal;
  }

  /** The name of the measurement of this figure. */
  public String measurement() {
    return measurement;
  }

  public String title() {
    return title;
  }

  int decimals() {
    return decimals;
  }

  /** The upper bound. */
  public double goal() {
    return goal;
  }
}
