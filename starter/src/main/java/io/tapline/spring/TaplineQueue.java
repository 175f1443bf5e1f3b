package io.tapline.spring;

import io.tapline.engine.command.Enqueue;
import io.tapline.engine.command.QueueFields;
import java.util.List;

/**
 * A queue that the application wants: as a bean, it is made at the start unless it is there
 * already. One that is there is left as it is; its policy is the operators' to change.
 */
public record TaplineQueue(String queueKey, QueueFields fields) {

  /** For tasks, with the defaults of everything else. */
  public static TaplineQueue of(String queueKey) {
    return new TaplineQueue(
        queueKey, QueueFields.builder().subjectTemplateCodes(List.of(Enqueue.TASK)).build());
  }
}
