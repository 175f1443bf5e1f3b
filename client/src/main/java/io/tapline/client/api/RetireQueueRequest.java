package io.tapline.client.api;

/** A queue taken out of service; its key is free for a successor. */
public final class RetireQueueRequest extends ActionRequest<RetireQueueRequest> {

  private RetireQueueRequest() {}

  /** This queue, and why. */
  public static RetireQueueRequest of(String queueKey, String reason) {
    return new RetireQueueRequest().set("queue_key", queueKey).set("reason", reason);
  }

  /** Whether work that is in the queue stays behind, for a queue under the same key. */
  public RetireQueueRequest leaveWaiting(boolean value) {
    return set("leave_waiting", value);
  }

  /** The queue that succeeds it. */
  public RetireQueueRequest replacedBy(String value) {
    return set("replaced_by", value);
  }
}
