package io.tapline.client.worker;

import io.tapline.api.ErrorClass;
import io.tapline.client.error.InterruptedCallException;
import java.util.Map;

/** Runs the handler of a job and converts its result or exception to a report. */
final class HandlerRunner {

  private final Map<String, Handler> byAction;
  private final Handler forAll;
  private final ErrorClasses errors;

  /**
   * @param forAll handles actions without a specific handler; may be null
   */
  HandlerRunner(Map<String, Handler> byAction, Handler forAll, ErrorClasses errors) {
    this.byAction = Map.copyOf(byAction);
    this.forAll = forAll;
    this.errors = errors;
  }

  OutcomeReport handle(Job job) {
    var own = job.actionKey() == null ? null : byAction.get(job.actionKey());
    var handler = own != null ? own : forAll;
    if (handler == null) {
      return OutcomeReport.of(
          job,
          Outcome.failed(
              ErrorClass.TRANSIENT_CAPACITY,
              "NO_HANDLER",
              "this worker has no handler for action %s; it has %s"
                  .formatted(job.actionKey(), byAction.keySet())));
    }
    try {
      var result = job.within(() -> handler.handle(job));
      return OutcomeReport.of(
          job, result instanceof Outcome outcome ? outcome : Outcome.completed(result));
    } catch (Throwable e) {
      // Errors are caught too: one faulty job must not stop the worker for other jobs.
      return OutcomeReport.of(job, ended(job, e));
    }
  }

  private Outcome ended(Job job, Throwable e) {
    var why = job.cancellation().orElse(null);
    boolean stopped =
        e instanceof CancelledException
            || e instanceof InterruptedException
            || e instanceof InterruptedCallException;
    if (stopped && why == Cancellation.SHUTDOWN) {
      return Outcome.released("the worker is stopping");
    }
    if (stopped && why == Cancellation.CANCEL_REQUESTED) {
      return Outcome.failed(ErrorClass.OPERATOR_CANCELED, "CANCELLED", "stopped as asked");
    }
    return errors.failure(e);
  }
}
