package io.tapline.server.jobs;

import static io.tapline.engine.model.ActionKey.CANCEL_SUBJECT_EXECUTION;
import static io.tapline.engine.model.ActionKey.CLAIM_QUEUE_ITEM;
import static io.tapline.engine.model.ActionKey.COMPLETE_QUEUE_EXECUTION;
import static io.tapline.engine.model.ActionKey.FAIL_QUEUE_EXECUTION;
import static io.tapline.engine.model.ActionKey.START_QUEUE_EXECUTION;

import io.tapline.api.ClaimedJobs;
import io.tapline.api.Code;
import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;
import io.tapline.api.JobAnswer;
import io.tapline.engine.Engine;
import io.tapline.engine.command.Cancel;
import io.tapline.engine.command.Claim;
import io.tapline.engine.command.Command;
import io.tapline.engine.command.Fail;
import io.tapline.engine.command.FailBuilder;
import io.tapline.engine.command.Limits;
import io.tapline.engine.command.Renew;
import io.tapline.engine.command.ReportProgress;
import io.tapline.engine.command.RequestFields;
import io.tapline.engine.command.RequestMeta;
import io.tapline.engine.command.Start;
import io.tapline.engine.command.StatePrecondition;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.DeadLetterReason;
import io.tapline.engine.read.job.SubstrateReads;
import io.tapline.server.actions.ActionRequests;
import io.tapline.server.actions.RequestShapes;
import io.tapline.server.database.ConnectionShare;
import io.tapline.server.http.ApiField;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.HttpAnswer;
import io.tapline.server.http.ProblemCode;
import io.tapline.server.http.ValueShape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;

/** Actions of executors and operators on jobs. */
@Component
final class JobVerbEndpoints implements EndpointGroup {

  private static final ApiField ERROR_CODE =
      ApiField.optional(
          "error_code",
          JobFields.CODE,
          "an error code of the executor; use error_message for free text");
  private static final ApiField ERROR_MESSAGE =
      ApiField.optional("error_message", JobFields.TEXT, "the error message");
  private static final ApiField REASON_CODE =
      ApiField.optional(
          "reason_code",
          ValueShape.choice(DeadLetterReason.REASON_CODES),
          "the reason code of the dead letter; default: that of the verb");
  private static final ApiField STAGE =
      ApiField.optional(
          "stage",
          ValueShape.choice(DeadLetterReason.STAGES),
          "the stage of the failure; default: exec");

  private final Engine engine;
  private final JobClaims claims;

  JobVerbEndpoints(Engine engine, JobClaims claims) {
    this.engine = engine;
    this.claims = claims;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(claim(), progress(), succeed(), failTransient(), failPermanent(), cancel());
  }

  private Endpoint claim() {
    return JobFields.verb(
            JobFields.JOBS + "/claim",
            CLAIM_QUEUE_ITEM,
            "Claim jobs of a kind for an executor, under leases",
            ApiField.required("kind", JobFields.KEY, "the kind of the jobs"),
            JobFields.EXECUTOR,
            ApiField.required(
                "lease_holder", ValueShape.text(JobClaims.HOLDER), "the holder of the lease"),
            ApiField.optional(
                "lease_name",
                JobFields.NAME,
                "the token that the holder chooses for the lease"),
            ApiField.optional(
                "lease_ttl_seconds",
                ValueShape.whole(1, Limits.LEASE_TTL_SECONDS),
                "the term of the leases; default: that of the kind"),
            ApiField.optional("max_items", ValueShape.whole(1, Limits.CLAIM), "absent: 1"),
            RequestShapes.field(Claim.class, "not_after"))
        .answers(ValueShape.of(ClaimedJobs.class))
        .refuses(
            Code.CAPABILITY_MISMATCH,
            Code.QUEUE_DISABLED,
            Code.MANUAL_ONLY,
            Code.SCOPE_MISMATCH,
            Code.WORKER_DISABLED,
            Code.WORKER_DRAINING,
            Code.LEASE_LIMIT_REACHED,
            Code.CLAIM_TOO_LATE,
            Code.NOT_LEASE_OWNER,
            Code.STATE_CONFLICT)
        .refuses(ProblemCode.DRAINING)
        .handledBy(claims::claim);
  }

  /** An action of the worker that holds the lease. */
  private static Endpoint.Builder held(
      String path, ActionKey action, String summary, ApiField... own) {
    var fields = new ArrayList<ApiField>(List.of(JobFields.JOB, JobFields.LEASE_TOKEN));
    fields.addAll(List.of(own));
    return JobFields.verb(
            JobFields.JOBS + "/" + path, action, summary, fields.toArray(ApiField[]::new))
        .answers(ValueShape.of(JobAnswer.class))
        .refuses(
            Code.NOT_LEASE_OWNER,
            Code.LEASE_EXPIRED,
            Code.LEASE_NOT_ACTIVE,
            Code.SUBJECT_HELD,
            Code.SUBJECT_TERMINAL,
            Code.INVALID_TRANSITION,
            Code.STATE_CONFLICT,
            Code.WORKER_DISABLED,
            Code.DOMAIN_ACTION_REQUIRED);
  }

  /** Creates the commands of a job once its lease is read; the first one's answer is returned. */
  private interface JobVerb {
    List<Command> of(
        RequestMeta meta,
        RequestFields fields,
        String jobId,
        SubstrateReads.LeaseHolder leaseHolder);
  }

  private HttpAnswer verb(EndpointCall call, JobVerb verb) throws IOException {
    var body = call.body();
    var f = new RequestFields(body);
    var meta = ActionRequests.meta(call, f, body);
    var jobId = JobText.required("job_id", f.text("job_id"), Limits.KEY);
    var token = JobText.required("lease_token", f.text("lease_token"), Limits.KEY);
    var leaseHolder = engine.reads().substrate().holder(call.tenantId(), jobId, token);
    var commands = verb.of(meta, f, jobId, leaseHolder);
    f.nothingElse();
    return done(call, commands, jobId);
  }

  private HttpAnswer done(EndpointCall call, List<Command> commands, String jobId) {
    // All commands are checked first: a request with an invalid second command must not start the
    // work.
    commands.forEach(JobText::requireValid);
    var answers =
        commands.stream()
            .map(command -> JobText.inWords(() -> engine.execute(call.caller(), command)))
            .toList();
    var answer = answers.get(0);
    return call.ok(JobAnswers.of(answer, engine.reads().substrate().one(call.tenantId(), jobId)));
  }

  private Endpoint progress() {
    return held(
            "progress",
            START_QUEUE_EXECUTION,
            "Report progress: the first report starts the job, each further one renews the"
                + " lease. cancel_requested in the answer requests the executor to stop",
            ApiField.optional(
                "status_signal_only",
                ValueShape.text(Limits.PROGRESS),
                "the progress in one line, as a signal without data; shown as status_signal"))
        .share(ConnectionShare.RENEWAL)
        .handledBy(this::report);
  }

  private HttpAnswer report(EndpointCall call) throws IOException {
    return verb(
        call,
        (meta, f, job, leaseHolder) -> {
          var signal = f.text("status_signal_only");
          if (signal != null) {
            // Checked before it becomes another command's reason, so that a refusal names this
            // field.
            JobText.requireValid(signal(meta, job, leaseHolder, signal));
          }
          var at =
              begun(call.tenantId(), job, meta)
                  ? renewal(meta, leaseHolder, signal)
                  : start(meta, job, leaseHolder, signal);
          return signal == null ? List.of(at) : List.of(at, signal(meta, job, leaseHolder, signal));
        });
  }

  /** The signal is its reason, so that the same key with another signal is a conflict. */
  private static Renew renewal(
      RequestMeta meta, SubstrateReads.LeaseHolder leaseHolder, String signal) {
    return new Renew(
        meta, leaseHolder.workerEuid(), leaseHolder.leaseEuid(), StatePrecondition.NOTHING, signal);
  }

  private static Start start(
      RequestMeta meta, String jobId, SubstrateReads.LeaseHolder leaseHolder, String signal) {
    return new Start(
        meta,
        jobId,
        leaseHolder.workerEuid(),
        leaseHolder.leaseEuid(),
        StatePrecondition.NOTHING,
        false,
        signal);
  }

  private static ReportProgress signal(
      RequestMeta meta, String jobId, SubstrateReads.LeaseHolder leaseHolder, String signal) {
    return new ReportProgress(
        meta,
        jobId,
        leaseHolder.workerEuid(),
        leaseHolder.leaseEuid(),
        StatePrecondition.NOTHING,
        null,
        signal);
  }

  /** Whether a different request started it: a replay of the starting request gets its answer. */
  private boolean begun(long tenantId, String jobId, RequestMeta meta) {
    var substrate = engine.reads().substrate();
    return substrate.one(tenantId, jobId).state() == ExecutionState.RUNNING
        && !substrate.begunBy(tenantId, jobId, meta.idempotencyKey());
  }

  private Endpoint succeed() {
    return held(
            "succeed",
            COMPLETE_QUEUE_EXECUTION,
            "Complete a job",
            ApiField.optional("result_ref", JobFields.TEXT, "a reference to the result"))
        .handledBy(call -> verb(call, (m, f, j, h) -> List.of(JobClaims.complete(m, f, j, h))));
  }

  private Endpoint failTransient() {
    return held(
            "fail-transient",
            FAIL_QUEUE_EXECUTION,
            "Report a retryable failure; the job is retried while attempts remain",
            ERROR_CODE,
            ERROR_MESSAGE,
            REASON_CODE,
            STAGE)
        .handledBy(call -> verb(call, failing(ErrorClass.TRANSIENT_SYSTEM)));
  }

  private Endpoint failPermanent() {
    return held(
            "fail-permanent",
            FAIL_QUEUE_EXECUTION,
            "Report a permanent failure",
            ERROR_CODE,
            ERROR_MESSAGE,
            REASON_CODE,
            STAGE)
        .handledBy(call -> verb(call, failing(ErrorClass.PERMANENT_STATE)));
  }

  private static JobVerb failing(ErrorClass errorClass) {
    return (meta, f, jobId, leaseHolder) -> List.of(fail(meta, f, jobId, leaseHolder, errorClass));
  }

  private static Fail fail(
      RequestMeta meta,
      RequestFields f,
      String jobId,
      SubstrateReads.LeaseHolder leaseHolder,
      ErrorClass errorClass) {
    return FailBuilder.builder()
        .meta(meta)
        .subjectEuid(jobId)
        .workerEuid(leaseHolder.workerEuid())
        .leaseEuid(leaseHolder.leaseEuid())
        .expect(StatePrecondition.NOTHING)
        .errorClass(errorClass)
        .errorCode(f.text("error_code"))
        .errorMessage(f.text("error_message"))
        .reasonCode(f.text("reason_code"))
        .stage(f.text("stage"))
        .build();
  }

  private Endpoint cancel() {
    return JobFields.verb(
            JobFields.JOBS + "/cancel",
            CANCEL_SUBJECT_EXECUTION,
            "Cancel a job: hard at once, soft by a request to its executor in the answers to"
                + " progress reports",
            JobFields.JOB,
            ApiField.optional("mode", ValueShape.choice(List.of("hard", "soft")), "absent: hard"),
            JobFields.REASON)
        .answers(ValueShape.of(JobAnswer.class))
        .refuses(Code.SUBJECT_TERMINAL, Code.INVALID_TRANSITION)
        .handledBy(
            call -> {
              var body = call.body();
              var f = new RequestFields(body);
              var meta = ActionRequests.meta(call, f, body);
              var jobId = JobText.required("job_id", f.text("job_id"), Limits.KEY);
              var soft = JobText.choice("mode", f.text("mode"), List.of("hard", "soft"));
              var command =
                  new Cancel(
                      meta,
                      jobId,
                      StatePrecondition.NOTHING,
                      "soft".equals(soft),
                      f.text("reason"));
              f.nothingElse();
              engine.reads().substrate().one(call.tenantId(), jobId);
              return done(call, List.of(command), jobId);
            });
  }
}
