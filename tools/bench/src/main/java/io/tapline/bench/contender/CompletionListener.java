package io.tapline.bench.contender;

/** Receives the completions of jobs, from any thread. */
public interface CompletionListener {

  /**
   * The job is done, and the completion is durable.
   *
   * @param nanos time of the completion, as {@link System#nanoTime()}
   */
  void done(int job, long nanos);

  default void done(int job) {
    done(job, System.nanoTime());
  }

  /** The contender cannot continue. */
  void failed(Throwable cause);
}
