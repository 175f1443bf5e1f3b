package io.tapline.client.worker;

import java.util.regex.Pattern;

/** The outcome of a job that is waiting to be reported. */
record OutcomeReport(Job job, Outcome outcome) {

  private static final Pattern CODE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}");

  /**
   * Whether the report may claim more jobs. A released job could be granted to the same worker
   * again.
   */
  boolean asksForMore() {
    return outcome instanceof Outcome.Completed || outcome instanceof Outcome.Failed;
  }

  ResultReport result() {
    if (outcome instanceof Outcome.Completed completed) {
      return completion(completed);
    }
    if (outcome instanceof Outcome.Performed performed) {
      return performance(performed);
    }
    if (outcome instanceof Outcome.Failed failed) {
      return failure(failed);
    }
    return new ReleaseReport(job.claim().lease(), ((Outcome.Released) outcome).reason());
  }

  private CompletionReport completion(Outcome.Completed completed) {
    var claim = job.claim();
    return new CompletionReport(
        claim.lease(),
        claim.actionKey(),
        completed.result(),
        completed.nextQueueKey(),
        completed.nextActionKey(),
        completed.outputs(),
        "complete-" + claim.leaseEuid());
  }

  private ActionReport performance(Outcome.Performed performed) {
    var claim = job.claim();
    return new ActionReport(
        claim.lease(), performed.actionKey(), performed.fields(), "perform-" + claim.leaseEuid());
  }

  /**
   * The server refuses an invalid code; it is moved into the message, so that the report is not
   * lost.
   */
  private FailureReport failure(Outcome.Failed given) {
    var claim = job.claim();
    var failed = coded(given);
    return new FailureReport(
        claim.lease(),
        failed.errorClass(),
        failed.code(),
        failed.message(),
        failed.reasonCode(),
        failed.stage(),
        failed.result(),
        "fail-" + claim.leaseEuid());
  }

  static Outcome.Failed coded(Outcome.Failed failed) {
    var code = failed.code();
    if (code == null || CODE.matcher(code).matches()) {
      return failed;
    }
    var message = failed.message() == null ? code : code + ": " + failed.message();
    return new Outcome.Failed(
        failed.errorClass(),
        null,
        ErrorClasses.text(message, ErrorClasses.MESSAGE),
        failed.reasonCode(),
        failed.stage(),
        failed.result());
  }
}
