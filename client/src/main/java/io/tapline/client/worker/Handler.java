package io.tapline.client.worker;

/** Does the work. Called from many threads at once, up to the worker's concurrency. */
@FunctionalInterface
public interface Handler {

  /**
   * @return what is kept as the result: anything that becomes JSON, null for nothing, or an {@link
   *     Outcome} to say more
   * @throws Exception the work failed; its type decides the error class
   */
  Object handle(Job job) throws Exception;
}
