package io.tapline.client.worker;

/**
 * Executes jobs. The runtime calls it from up to {@code concurrency} threads at once, and at least
 * once for each job: after a lease lapses, another worker executes the job again while this handler
 * may still run. The effects of a handler must therefore be repeatable, or carry the job and the
 * {@linkplain Job#fencingToken() fencing token}.
 */
@FunctionalInterface
public interface Handler {

  /**
   * @return the result to store: anything that serializes to JSON, null for none, or an {@link
   *     Outcome}
   * @throws Exception the attempt failed; the type determines the error class
   */
  Object handle(Job job) throws Exception;
}
