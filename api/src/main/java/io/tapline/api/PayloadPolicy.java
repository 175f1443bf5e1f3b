package io.tapline.api;

/** Whether a queue accepts data, or signals only. */
public enum PayloadPolicy {
  ANY,
  SIGNAL_ONLY
}
