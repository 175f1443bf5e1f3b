package io.tapline.api;

/** ACTIVE changes once to one of the other statuses, which are final. */
public enum LeaseStatus {
  ACTIVE,
  RELEASED,
  COMPLETED,
  EXPIRED,
  ABANDONED,
  CANCELED
}
