package io.tapline.bench.contender;

/** Who wants to know which jobs are done. Called by any thread. */
public interface CompletionListener {

  /**
   * The job is done, and a crash cannot undo that.
   *
   * @param nanos when, as {@link System#nanoTime()} tells it
   */
  void done(int job, long nanos);

  default void done(int job) {
    done(job, System.nanoTime());
  }

  /** The contender cannot go on. */
  void failed(Throwable cause);
}
