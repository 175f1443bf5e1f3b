package io.tapline.engine.model;

/** What a passed external deadline does: nothing but show, unless the queue asks for a retry. */
public enum ExternalDeadlinePolicy {
  FLAG,
  RETRY
}
