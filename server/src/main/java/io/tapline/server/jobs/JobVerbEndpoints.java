package io.tapline.server.jobs;

import static io.tapline.api.ActionKey.CANCEL_SUBJECT_EXECUTION;
import static io.tapline.api.ActionKey.CLAIM_QUEUE_ITEM;
import static io.tapline.api.ActionKey.COMPLETE_QUEUE_EXECUTION;
import static io.tapline.api.ActionKey.FAIL_QUEUE_EXECUTION;
import static io.tapline.api.ActionKey.START_QUEUE_EXECUTION;

import io.tapline.api.ActionKey;
import io.tapline.api.ClaimedJobs;
import io.tapline.api.Code;
import io.tapline.api.DeadLetterReason;
import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;
import io.tapline.api.JobAnswer;
import io.tapline.api.Limits;
import io.tapline.api.WireField;
import io.tapline.api.request.Cancel;
import io.tapline.api.request.Command;
import io.tapline.api.request.CommonFields;
import io.tapline.api.request.Complete;
import io.tapline.api.request.CompleteBuilder;
import io.tapline.api.request.Fail;
import io.tapline.api.request.FailBuilder;
import io.tapline.api.request.Renew;
import io.tapline.api.request.ReportProgress;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.Start;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.Engine;
import io.tapline.engine.read.job.SubstrateReads;
import io.tapline.server.actions.ActionRequests;
import io.tapline.server.database.ConnectionShare;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.HttpAnswer;
import io.tapline.server.http.ProblemCode;
import io.tapline.server.http.ValueShape;
import io.tapline.tapdb.Json;
import java.io.IOException;
import java.util.List;
import org.springframework.stereotype.Component;

/** Actions of executors and operators on jobs. */
@Component
final class JobVerbEndpoints implements EndpointGroup {

  private record Progress(
      RequestMeta meta,
      JobFields.Held held,
      @WireField(
              length = Limits.PROGRESS,
              about = "the progress in one line, as a signal without data; shown as status_signal")
          String statusSignalOnly)
      implements HeldRequest {}

  private record Success(
      RequestMeta meta,
      JobFields.Held held,
      @WireField(length = Limits.TEXT, about = "a reference to the result") String resultRef)
      implements HeldRequest {}

  private record Failure(
      RequestMeta meta,
      JobFields.Held held,
      @WireField(
              codeBeside = "error_message",
              about = "an error code of the executor; use error_message for free text")
          String errorCode,
      @WireField(length = Limits.TEXT, about = "the error message") String errorMessage,
      @WireField(
              words = DeadLetterReason.ReasonCode.class,
              about = "the reason code of the dead letter; default: that of the verb")
          String reasonCode,
      @WireField(
              words = DeadLetterReason.Stage.class,
              about = "the stage of the failure; default: exec")
          String stage)
      implements HeldRequest {}

  private enum CancelMode {
    hard,
    soft
  }

  private record CancelJob(
      RequestMeta meta,
      @WireField(required = true, length = Limits.KEY, about = "the job") String jobId,
      @WireField(words = CancelMode.class, about = "absent: hard") String mode,
      @CommonFields.Reason String reason) {}

  private interface HeldRequest {
    RequestMeta meta();

    JobFields.Held held();
  }

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
            JobClaims.JobClaim.class)
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
      String path, ActionKey action, String summary, Class<? extends HeldRequest> body) {
    return JobFields.verb(JobFields.JOBS + "/" + path, action, summary, body)
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
  private interface JobVerb<R extends HeldRequest> {
    List<Command> of(R request, SubstrateReads.LeaseHolder leaseHolder);
  }

  private <R extends HeldRequest> HttpAnswer verb(EndpointCall call, Class<R> type, JobVerb<R> verb)
      throws IOException {
    var request = ActionRequests.body(call, type, null, JobText::requireFields);
    var held = request.held();
    var leaseHolder =
        engine.reads().substrate().holder(call.tenantId(), held.jobId(), held.leaseToken());
    return done(call, verb.of(request, leaseHolder), held.jobId());
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
            "Report progress: the first report starts the job, each"
                + " further one renews the lease. cancel_requested in the"
                + " answer requests the executor to stop",
            Progress.class)
        .share(ConnectionShare.RENEWAL)
        .handledBy(this::report);
  }

  private HttpAnswer report(EndpointCall call) throws IOException {
    return verb(
        call,
        Progress.class,
        (request, leaseHolder) -> {
          var meta = request.meta();
          var job = request.held().jobId();
          var signal = request.statusSignalOnly();
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
    return held("succeed", COMPLETE_QUEUE_EXECUTION, "Complete a job", Success.class)
        .handledBy(
            call -> verb(call, Success.class, (done, lease) -> List.of(complete(done, lease))));
  }

  private static Complete complete(Success done, SubstrateReads.LeaseHolder leaseHolder) {
    var result = done.resultRef();
    return CompleteBuilder.builder()
        .meta(done.meta())
        .subjectEuid(done.held().jobId())
        .workerEuid(leaseHolder.workerEuid())
        .leaseEuid(leaseHolder.leaseEuid())
        .expect(StatePrecondition.NOTHING)
        .resultPayload(result == null ? null : Json.object().put("result_ref", result))
        .build();
  }

  private Endpoint failTransient() {
    return held(
            "fail-transient",
            FAIL_QUEUE_EXECUTION,
            "Report a retryable failure; the job is retried while attempts remain",
            Failure.class)
        .handledBy(call -> fail(call, ErrorClass.TRANSIENT_SYSTEM));
  }

  private Endpoint failPermanent() {
    return held("fail-permanent", FAIL_QUEUE_EXECUTION, "Report a permanent failure", Failure.class)
        .handledBy(call -> fail(call, ErrorClass.PERMANENT_STATE));
  }

  private HttpAnswer fail(EndpointCall call, ErrorClass errorClass) throws IOException {
    return verb(
        call,
        Failure.class,
        (failure, leaseHolder) -> List.of(command(failure, leaseHolder, errorClass)));
  }

  private static Fail command(
      Failure failure, SubstrateReads.LeaseHolder leaseHolder, ErrorClass errorClass) {
    return FailBuilder.builder()
        .meta(failure.meta())
        .subjectEuid(failure.held().jobId())
        .workerEuid(leaseHolder.workerEuid())
        .leaseEuid(leaseHolder.leaseEuid())
        .expect(StatePrecondition.NOTHING)
        .errorClass(errorClass)
        .errorCode(failure.errorCode())
        .errorMessage(failure.errorMessage())
        .reasonCode(failure.reasonCode())
        .stage(failure.stage())
        .build();
  }

  private Endpoint cancel() {
    return JobFields.verb(
            JobFields.JOBS + "/cancel",
            CANCEL_SUBJECT_EXECUTION,
            "Cancel a job: hard at once, soft by a request to its"
                + " executor in the answers to progress reports",
            CancelJob.class)
        .answers(ValueShape.of(JobAnswer.class))
        .refuses(Code.SUBJECT_TERMINAL, Code.INVALID_TRANSITION)
        .handledBy(
            call -> {
              var request =
                  ActionRequests.body(call, CancelJob.class, null, JobText::requireFields);
              var jobId = request.jobId();
              var command =
                  new Cancel(
                      request.meta(),
                      jobId,
                      StatePrecondition.NOTHING,
                      CancelMode.soft.name().equals(request.mode()),
                      request.reason());
              engine.reads().substrate().one(call.tenantId(), jobId);
              return done(call, List.of(command), jobId);
            });
  }
}
