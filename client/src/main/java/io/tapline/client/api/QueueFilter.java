package io.tapline.client.api;

/** Pages through all queues. */
public final class QueueFilter extends ListFilter<QueueFilter> {

  private QueueFilter() {}

  public static QueueFilter all() {
    return new QueueFilter();
  }
}
