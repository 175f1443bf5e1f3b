package io.tapline.api;

/** STARTED may become any of the others, once; they are final. */
public enum RecordStatus {
  STARTED,
  SUCCEEDED,
  FAILED_RETRYABLE,
  FAILED_TERMINAL,
  CANCELED,
  EXPIRED
}
