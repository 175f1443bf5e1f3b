package io.tapline.api;

/** ACTIVE may become any of the others, once; they are final. */
public enum LeaseStatus {
  ACTIVE,
  RELEASED,
  COMPLETED,
  EXPIRED,
  ABANDONED,
  CANCELED
}
