package io.tapline.bench.chaos.actor;

/** The queues and the template of a run, common to all of its processes. */
public final class WorkSetup {

  public static final String TEMPLATE = "data/execution/task/1.0";

  /** A queue with many attempts, so that jobs complete although leases are often lost. */
  public static final String QUEUE = "chaos";

  /** A queue with few attempts, so that some jobs become dead letters. */
  public static final String NEXT_QUEUE = "chaos-next";

  public static final String TENANT = "chaos";
  public static final String TOKEN = "t-chaos";
  public static final int LEASE_SECONDS = 6;

  private WorkSetup() {}
}
