package io.tapline.api;

/** STARTED changes once to one of the other statuses, which are final. */
public enum RecordStatus {
  STARTED,
  SUCCEEDED,
  FAILED_RETRYABLE,
  FAILED_TERMINAL,
  CANCELED,
  EXPIRED
}
