package io.tapline.engine.model;

/**
 * By what a step of a queue is completed: by anything, or only by an action of a pack, which makes
 * what the step is there to make.
 */
public enum CompletionPolicy {
  ANY,
  DOMAIN_ACTION
}
