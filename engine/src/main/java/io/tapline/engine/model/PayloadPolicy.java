package io.tapline.engine.model;

/** Whether a queue accepts data, or signals only. */
public enum PayloadPolicy {
  ANY,
  SIGNAL_ONLY
}
