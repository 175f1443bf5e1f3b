package io.tapline.api;

/**
 * Whether any completion ends a step of a queue, or only a pack action, which creates the required
 * outputs.
 */
public enum CompletionPolicy {
  ANY,
  DOMAIN_ACTION
}
