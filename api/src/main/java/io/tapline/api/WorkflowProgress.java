package io.tapline.api;

import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;

/**
 * Counts of a workflow's jobs by progress; each job is counted once.
 *
 * @param running started, including external work
 * @param waiting for other jobs, a worker, a retry or a person
 */
public record WorkflowProgress(int succeeded, int failed, int cancelled, int running, int waiting) {

  private static final Set<ExecutionState> BEGUN =
      EnumSet.of(ExecutionState.RUNNING, ExecutionState.WAITING_EXTERNAL);

  public static WorkflowProgress of(Collection<ExecutionState> jobs) {
    int succeeded = count(jobs, EnumSet.of(ExecutionState.COMPLETED));
    int failed = count(jobs, EnumSet.of(ExecutionState.FAILED_TERMINAL));
    int cancelled = count(jobs, EnumSet.of(ExecutionState.CANCELED));
    int running = count(jobs, BEGUN);
    return new WorkflowProgress(
        succeeded,
        failed,
        cancelled,
        running,
        jobs.size() - succeeded - failed - cancelled - running);
  }

  private static int count(Collection<ExecutionState> jobs, Set<ExecutionState> which) {
    return (int) jobs.stream().filter(which::contains).count();
  }
}
