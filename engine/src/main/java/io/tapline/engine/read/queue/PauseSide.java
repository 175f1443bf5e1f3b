package io.tapline.engine.read.queue;

import io.tapline.engine.model.QueuePolicy;
import java.util.Locale;

/** Which work is listed: what can be claimed, or what could if its queue were resumed. */
public enum PauseSide {
  /** Of queues that are not paused. */
  OPEN,
  /** Of paused queues: it waits until somebody resumes them. */
  BEHIND;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  boolean has(QueuePolicy policy) {
    return policy.enabled() == (this == OPEN);
  }
}
