package io.tapline.engine.model;

/** Whether events are still looked for. */
public enum SubscriptionStatus {
  ACTIVE,
  RETIRED
}
