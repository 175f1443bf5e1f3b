package io.tapline.spring;

import io.tapline.api.request.Enqueue;
import io.tapline.api.request.QueueFields;
import java.util.List;

/**
 * A queue that the application requires. A bean of this type is created at the start if the queue
 * is missing; an existing queue is not changed, because operators manage its policy.
 */
public record TaplineQueue(String queueKey, QueueFields fields) {

  /** A queue for tasks with default settings. */
  public static TaplineQueue of(String queueKey) {
    return new TaplineQueue(
        queueKey, QueueFields.builder().subjectTemplateCodes(List.of(Enqueue.TASK)).build());
  }
}
