package io.tapline.client.worker;

import io.tapline.api.Limits;
import io.tapline.api.request.Command;
import io.tapline.api.request.Complete;
import io.tapline.api.request.CompleteBuilder;
import io.tapline.api.request.Fail;
import io.tapline.api.request.FailBuilder;
import io.tapline.api.request.PerformAction;
import io.tapline.api.request.PerformActionBuilder;
import io.tapline.api.request.Release;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.StatePrecondition;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * The outcome of a job that is waiting to be reported.
 *
 * @param payload result or fields of the outcome; null for none
 */
record OutcomeReport(Job job, Outcome outcome, JsonNode payload) {

  private static final Pattern CODE = Pattern.compile(Limits.CODE_PATTERN);

  /**
   * @throws PayloadException if the result of the outcome has no JSON form
   */
  static OutcomeReport of(Job job, Outcome outcome) {
    return new OutcomeReport(job, outcome, job.encode(payload(outcome)));
  }

  private static Object payload(Outcome outcome) {
    if (outcome instanceof Outcome.Completed completed) {
      return completed.result();
    }
    if (outcome instanceof Outcome.Performed performed) {
      return performed.fields();
    }
    return outcome instanceof Outcome.Failed failed ? failed.result() : null;
  }

  /**
   * Whether the report may claim more jobs. A released job could be granted to the same worker
   * again.
   */
  boolean asksForMore() {
    return outcome instanceof Outcome.Completed || outcome instanceof Outcome.Failed;
  }

  Command result(String workerEuid) {
    if (outcome instanceof Outcome.Completed completed) {
      return completion(workerEuid, completed);
    }
    if (outcome instanceof Outcome.Performed performed) {
      return performance(workerEuid, performed);
    }
    if (outcome instanceof Outcome.Failed failed) {
      return failure(workerEuid, coded(failed));
    }
    return release(workerEuid, job.leaseEuid(), ((Outcome.Released) outcome).reason());
  }

  /** Returns the job to its queue; costs no attempt. */
  static Release release(String workerEuid, String leaseEuid, String reason) {
    return new Release(
        key("release", leaseEuid), workerEuid, leaseEuid, StatePrecondition.NOTHING, false, reason);
  }

  /** The key of a result is the same in every retry. */
  private static RequestMeta key(String verb, String leaseEuid) {
    return RequestMeta.key(verb + "-" + leaseEuid);
  }

  private Complete completion(String workerEuid, Outcome.Completed completed) {
    return CompleteBuilder.builder()
        .meta(key("complete", job.leaseEuid()))
        .subjectEuid(job.subjectEuid())
        .workerEuid(workerEuid)
        .leaseEuid(job.leaseEuid())
        .actionKey(job.actionKey())
        .nextQueueKey(completed.nextQueueKey())
        .nextActionKey(completed.nextActionKey())
        .resultPayload(payload)
        .outputs(completed.outputs())
        .build();
  }

  private PerformAction performance(String workerEuid, Outcome.Performed performed) {
    return PerformActionBuilder.builder()
        .meta(key("perform", job.leaseEuid()))
        .action(performed.action())
        .subjectEuid(job.subjectEuid())
        .workerEuid(workerEuid)
        .leaseEuid(job.leaseEuid())
        .expect(StatePrecondition.NOTHING)
        .fields(payload)
        .build();
  }

  private Fail failure(String workerEuid, Outcome.Failed failed) {
    return FailBuilder.builder()
        .meta(key("fail", job.leaseEuid()))
        .subjectEuid(job.subjectEuid())
        .workerEuid(workerEuid)
        .leaseEuid(job.leaseEuid())
        .errorClass(failed.errorClass())
        .errorCode(failed.code())
        .errorMessage(failed.message())
        .reasonCode(failed.reasonCode())
        .stage(failed.stage())
        .resultPayload(payload)
        .build();
  }

  /**
   * The server refuses an invalid code; it is moved into the message, so that the report is not
   * lost.
   */
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
