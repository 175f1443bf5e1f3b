package io.tapline.engine.model;

public enum SubscriptionStatus {
  ACTIVE,
  RETIRED
}
