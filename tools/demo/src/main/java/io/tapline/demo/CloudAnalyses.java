package io.tapline.demo;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;
import io.tapline.api.WorkerType;
import io.tapline.api.request.ClaimBuilder;
import io.tapline.api.request.DispatchBuilder;
import io.tapline.api.request.ExternalResult;
import io.tapline.api.request.ExternalResultBuilder;
import io.tapline.api.request.FailBuilder;
import io.tapline.api.request.HeartbeatBuilder;
import io.tapline.api.request.RegisterWorkerBuilder;
import io.tapline.client.api.SubjectFilter;
import io.tapline.client.worker.JobException;
import io.tapline.packs.compute.ComputePack;
import java.time.Instant;
import java.util.List;

/**
 * Dispatches some analyses to an external cloud and reports their results. The list of external
 * analyses is read from the server each time, so a restart loses nothing.
 */
final class CloudAnalyses extends RepeatedTask {

  /** Number of analyses that stay external, so that a visitor can see some. */
  private static final int OUTSIDE = 2;

  private static final double OVERDUE_SECONDS = 600;

  private final SequencingRuns sequencingRuns;
  private String worker;

  CloudAnalyses(SimulatedLab lab, SequencingRuns sequencingRuns) {
    super("cloud", lab, 40);
    this.sequencingRuns = sequencingRuns;
  }

  static String reference(String request) {
    return "cloud-batch-" + request;
  }

  @Override
  void once() {
    if (worker == null) {
      worker = register();
    }
    lab().floor().workers().heartbeat(HeartbeatBuilder.builder().workerEuid(worker).build());
    bringBack();
    send();
  }

  private String register() {
    return lab()
        .floor()
        .workers()
        .register(
            RegisterWorkerBuilder.builder()
                .workerKey("demo-cloud-burst")
                .workerType(WorkerType.SERVICE)
                .displayName("Cloud burst gateway")
                .capabilities(List.of("compute.dispatch"))
                .maxConcurrentLeases(4)
                .heartbeatTtlSeconds(240)
                .build())
        .workerEuid();
  }

  private void bringBack() {
    var outside =
        lab()
            .office()
            .subjects()
            .list(
                SubjectFilter.all()
                    .queue(ComputePack.DISPATCH)
                    .state(ExecutionState.WAITING_EXTERNAL)
                    .limit(50))
            .items();
    for (var request : outside.subList(0, Math.max(0, outside.size() - OUTSIDE))) {
      var external = lab().office().subjects().get(request.subjectEuid()).execution().external();
      if (external != null) {
        lab()
            .office()
            .subjects()
            .externalResult(result(request.subjectEuid(), external.externalRef()));
      }
    }
  }

  private ExternalResult result(String request, String reference) {
    if (lab().chance().happens(0.1)) {
      return ExternalResultBuilder.builder()
          .subjectEuid(request)
          .externalRef(reference)
          .outcome(ExecutionState.FAILED_RETRYABLE)
          .errorClass(ErrorClass.TRANSIENT_CAPACITY)
          .errorMessage("The spot instance was reclaimed after 41 minutes")
          .reason("As the cloud reported")
          .build();
    }
    return ExternalResultBuilder.builder()
        .subjectEuid(request)
        .externalRef(reference)
        .outcome(ExecutionState.READY)
        .nextActionKey("record_analysis_artifacts")
        .reason("As the cloud reported")
        .build();
  }

  private void send() {
    var claims =
        lab()
            .floor()
            .leases()
            .claim(
                ClaimBuilder.builder()
                    .workerEuid(worker)
                    .queueKey(ComputePack.DISPATCH)
                    .start(true)
                    .build())
            .claims();
    for (var claim : claims) {
      try {
        send(claim);
      } catch (JobException e) {
        lab()
            .floor()
            .leases()
            .fail(
                FailBuilder.builder()
                    .workerEuid(worker)
                    .subjectEuid(claim.subjectEuid())
                    .leaseEuid(claim.leaseEuid())
                    .errorClass(e.errorClass())
                    .errorCode(e.code())
                    .errorMessage(e.getMessage())
                    .build());
      }
    }
  }

  private void send(ClaimAnswer.Item claim) {
    if ("start_analysis_run".equals(claim.nextActionKey())) {
      sequencingRuns.begin(claim.subjectEuid(), claim.leaseEuid(), claim.properties());
    }
    lab()
        .floor()
        .leases()
        .dispatch(
            DispatchBuilder.builder()
                .workerEuid(worker)
                .subjectEuid(claim.subjectEuid())
                .leaseEuid(claim.leaseEuid())
                .externalRef(reference(claim.subjectEuid()))
                .deadlineAt(Instant.now().plus(lab().pace().of(OVERDUE_SECONDS)))
                .build());
  }
}
