package io.tapline.client.worker;

/**
 * Does the work. Called from many threads at once, up to the worker's concurrency, and at least
 * once for each piece of work: when a lease lapses, another worker does it again, while this one
 * may still be at it. So a handler must do what can be repeated, or must mark what it does by
 * subject and {@linkplain Job#fencingToken() fencing token}.
 */
@FunctionalInterface
public interface Handler {

  /**
   * @return what is kept as the result: anything that becomes JSON, null for nothing, or an {@link
   *     Outcome} to say more
   * @throws Exception the work failed; its type decides the error class
   */
  Object handle(Job job) throws Exception;
}
