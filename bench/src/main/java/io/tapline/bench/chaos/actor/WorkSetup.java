package io.tapline.bench.chaos.actor;

/** The queues and the kind of work of a run, known to all of its processes. */
public final class WorkSetup {

  public static final String TEMPLATE = "data/execution/task/1.0";

  /** Many attempts: what is lost again and again still gets done. */
  public static final String QUEUE = "chaos";

  /** Few attempts: some of it dies, and leaves a dead letter. */
  public static final String NEXT_QUEUE = "chaos-next";

  public static final String TENANT = "chaos";
  public static final String TOKEN = "t-chaos";
  public static final int LEASE_SECONDS = 6;

  private WorkSetup() {}
}
