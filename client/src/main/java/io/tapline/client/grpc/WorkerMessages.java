package io.tapline.client.grpc;

import io.tapline.client.http.WireJson;
import io.tapline.client.worker.ActionReport;
import io.tapline.client.worker.ClaimRequest;
import io.tapline.client.worker.ClaimedSubject;
import io.tapline.client.worker.ClaimedSubjectBuilder;
import io.tapline.client.worker.CompletionReport;
import io.tapline.client.worker.FailureReport;
import io.tapline.client.worker.ProgressReport;
import io.tapline.client.worker.ReleaseReport;
import io.tapline.client.worker.ResultReport;
import io.tapline.client.worker.WorkerRegistration;
import io.tapline.grpc.v1.Assignment;
import io.tapline.grpc.v1.ClaimNext;
import io.tapline.grpc.v1.Demand;
import io.tapline.grpc.v1.Failure;
import io.tapline.grpc.v1.Performance;
import io.tapline.grpc.v1.RegisterRequest;
import io.tapline.grpc.v1.Release;
import io.tapline.grpc.v1.ReportProgressRequest;
import io.tapline.grpc.v1.Result;
import io.tapline.grpc.v1.Success;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Converts the runtime's values to gRPC messages and back. */
final class WorkerMessages {

  private WorkerMessages() {}

  static RegisterRequest register(WorkerRegistration worker) {
    return RegisterRequest.newBuilder()
        .setWorkerKey(worker.workerKey())
        .setDisplayName(text(worker.displayName()))
        .setWorkerType(worker.workerType())
        .addAllCapabilities(worker.capabilities())
        .addAllSiteScope(worker.siteScope())
        .addAllPlatformScope(worker.platformScope())
        .addAllAssayScope(worker.assayScope())
        .setMaxConcurrentLeases(worker.maxConcurrentLeases())
        .setHeartbeatTtlSeconds((int) worker.heartbeatTtl().toSeconds())
        .setBuildVersion(text(worker.buildVersion()))
        .setHost(text(worker.host()))
        .setProcessIdentity(text(worker.processIdentity()))
        .build();
  }

  static Demand demand(ClaimRequest request) {
    return Demand.newBuilder()
        .setWorkerEuid(request.workerEuid())
        .setQueueKey(text(request.queueKey()))
        .setSlots(request.maxItems())
        .setStart(true)
        .setIdempotencyKey(request.idempotencyKey())
        .build();
  }

  static ClaimNext claimNext(ClaimRequest request) {
    return ClaimNext.newBuilder()
        .setQueueKey(text(request.queueKey()))
        .setMaxItems(request.maxItems())
        .setStart(true)
        .setIdempotencyKey(request.idempotencyKey())
        .build();
  }

  static ClaimedSubject claimed(Assignment work) {
    return ClaimedSubjectBuilder.builder()
        .subjectEuid(work.getSubjectEuid())
        .queueKey(work.getQueueKey())
        .actionKey(orNull(work.getActionKey()))
        .attemptNumber(work.getAttemptNumber())
        .fencingToken(work.getFencingToken())
        .leaseEuid(work.getLeaseEuid())
        .recordEuid(work.getRecordEuid())
        .ttl(Duration.ofSeconds(work.getTtlSeconds()))
        .heartbeatInterval(Duration.ofSeconds(work.getHeartbeatIntervalSeconds()))
        .correlationId(orNull(work.getCorrelationId()))
        .traceId(orNull(work.getTraceId()))
        .properties(WireJson.parse(work.getProperties()))
        .build();
  }

  static Result result(String workerEuid, ResultReport report) {
    var result =
        Result.newBuilder()
            .setIdempotencyKey(report.idempotencyKey())
            .setSubjectEuid(text(report.lease().subjectEuid()))
            .setWorkerEuid(workerEuid)
            .setLeaseEuid(report.lease().leaseEuid());
    if (report instanceof CompletionReport done) {
      result.setSuccess(success(done));
    } else if (report instanceof ActionReport done) {
      result.setPerformance(performance(done));
    } else if (report instanceof FailureReport failed) {
      result.setFailure(failure(failed));
    } else {
      result.setRelease(Release.newBuilder().setReason(text(((ReleaseReport) report).reason())));
    }
    return result.build();
  }

  private static Success.Builder success(CompletionReport done) {
    return Success.newBuilder()
        .setActionKey(text(done.actionKey()))
        .setNextQueueKey(text(done.nextQueueKey()))
        .setNextActionKey(text(done.nextActionKey()))
        .setResultPayload(json(done.result()))
        .addAllOutputs(done.outputs());
  }

  private static Performance.Builder performance(ActionReport done) {
    return Performance.newBuilder().setActionKey(done.actionKey()).setFields(json(done.fields()));
  }

  private static Failure.Builder failure(FailureReport failed) {
    return Failure.newBuilder()
        .setErrorClass(failed.errorClass().name())
        .setErrorCode(text(failed.errorCode()))
        .setErrorMessage(text(failed.errorMessage()))
        .setReasonCode(text(failed.reasonCode()))
        .setStage(text(failed.stage()))
        .setResultPayload(json(failed.result()));
  }

  static ReportProgressRequest progress(String workerEuid, List<ProgressReport> notes) {
    var request = ReportProgressRequest.newBuilder().setWorkerEuid(workerEuid);
    for (var note : notes) {
      var message =
          request
              .addNotesBuilder()
              .setSubjectEuid(text(note.lease().subjectEuid()))
              .setLeaseEuid(note.lease().leaseEuid())
              .setMessage(text(note.message()));
      if (note.fraction() != null) {
        message.setFraction(note.fraction());
      }
    }
    return request.build();
  }

  private static String orNull(String value) {
    return value.isEmpty() ? null : value;
  }

  private static String text(String value) {
    return value == null ? "" : value;
  }

  private static String json(JsonNode value) {
    return value == null ? "" : value.toString();
  }
}
