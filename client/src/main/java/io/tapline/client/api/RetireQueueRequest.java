package io.tapline.client.api;

/** Takes a queue out of service; its key becomes available for a successor. */
public final class RetireQueueRequest extends ActionRequest<RetireQueueRequest> {

  private RetireQueueRequest() {}

  public static RetireQueueRequest of(String queueKey, String reason) {
    return new RetireQueueRequest().set("queue_key", queueKey).set("reason", reason);
  }

  /** Keeps the present jobs for a later queue with the same key; requires {@link #replacedBy}. */
  public RetireQueueRequest leaveWaiting(boolean value) {
    return set("leave_waiting", value);
  }

  /** The successor of the queue. */
  public RetireQueueRequest replacedBy(String value) {
    return set("replaced_by", value);
  }
}
