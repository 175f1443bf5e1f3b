package io.tapline.client.api;

/** Which queues: all of them, a page at a time. */
public final class QueueFilter extends ListFilter<QueueFilter> {

  private QueueFilter() {}

  /** Without any condition. */
  public static QueueFilter all() {
    return new QueueFilter();
  }
}
