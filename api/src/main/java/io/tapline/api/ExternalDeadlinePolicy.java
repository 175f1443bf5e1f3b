package io.tapline.api;

/** Effect of a passed external deadline: FLAG only reports it, RETRY retries the job. */
public enum ExternalDeadlinePolicy {
  FLAG,
  RETRY
}
