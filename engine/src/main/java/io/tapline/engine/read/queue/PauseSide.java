package io.tapline.engine.read.queue;

import io.tapline.engine.model.QueuePolicy;
import java.util.Locale;

/** Selects claimable jobs, or jobs that would be claimable if their queue were resumed. */
public enum PauseSide {
  /** Jobs of queues that are not paused. */
  OPEN,
  /** Jobs of paused queues. */
  BEHIND;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  boolean has(QueuePolicy policy) {
    return policy.enabled() == (this == OPEN);
  }
}
