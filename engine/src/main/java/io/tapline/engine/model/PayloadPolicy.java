package io.tapline.engine.model;

/** Whether a queue takes data, or signals only. */
public enum PayloadPolicy {
  ANY,
  SIGNAL_ONLY
}
