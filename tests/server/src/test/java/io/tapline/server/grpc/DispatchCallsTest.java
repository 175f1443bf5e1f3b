package io.tapline.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.google.protobuf.Descriptors;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.reflection.v1.ServiceResponse;
import io.grpc.stub.StreamObserver;
import io.tapline.engine.testing.Await;
import io.tapline.engine.testing.BackgroundTask;
import io.tapline.grpc.v1.Assignment;
import io.tapline.grpc.v1.ClaimedNext;
import io.tapline.grpc.v1.Failure;
import io.tapline.grpc.v1.HeartbeatRequest;
import io.tapline.grpc.v1.LookUpQueueRequest;
import io.tapline.grpc.v1.RegisterRequest;
import io.tapline.grpc.v1.Release;
import io.tapline.grpc.v1.ReportResultsRequest;
import io.tapline.grpc.v1.Success;
import io.tapline.server.http.PermissionLog;
import io.tapline.server.http.ProblemWriter;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.tapdb.StoreException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Heartbeats, results and progress over gRPC as calls, and what they are refused with. */
@TaplineServer(grpc = true, checked = true)
class DispatchCallsTest extends DispatchOnServer {

  @Test
  void aQueueKeyThatNoQueueCanHaveIsRefusedAndTheReasonArrives() {
    assertRefused(
        refused(() -> lookUp("a\u0000b")), Status.Code.INVALID_ARGUMENT, "VALIDATION_FAILED");
    // Trailers have 8 KiB: what a refusal repeats of the request must fit.
    for (var key : List.of("x".repeat(10_000), "\ud83d\ude00".repeat(5_000))) {
      assertRefused(refused(() -> lookUp(key)), Status.Code.NOT_FOUND, "NOT_FOUND");
    }
  }

  private void lookUp(String queueKey) {
    worker.calls().lookUpQueue(LookUpQueueRequest.newBuilder().setQueueKey(queueKey).build());
  }

  @Test
  void theKeyOfARetiredWorkerCanBeRegisteredByAnotherPrincipal() {
    var key = TenantApi.unique("billing");
    var person = TenantApi.body("worker_key", key, "worker_type", "HUMAN_SESSION");
    var taken = lab.human.post("actions/register-worker", person).ok().path("worker_euid");
    var request = RegisterRequest.newBuilder().setWorkerKey(key).build();
    assertRefused(
        refused(() -> worker.calls().register(request)),
        Status.Code.PERMISSION_DENIED,
        "FORBIDDEN");
    retire(taken.asString());
    var overGrpc = worker.calls().register(request).getWorkerEuid();
    assertThat(overGrpc).isNotEqualTo(taken.asString());
    person.put("idempotency_key", TenantApi.unique("again"));
    assertThat(lab.human.post("actions/register-worker", person).problem()).isEqualTo("FORBIDDEN");
    retire(overGrpc);
    var overHttp = lab.human.post("actions/register-worker", person).ok().path("worker_euid");
    assertThat(overHttp.asString()).isNotIn(overGrpc, taken.asString());
  }

  private static void retire(String worker) {
    lab.admin
        .post("actions/retire-worker", TenantApi.body("worker_euid", worker, "reason", "wrong key"))
        .ok();
  }

  /** An administrator may repeat the claim of a worker; over gRPC nobody gets its token. */
  @Test
  void assignmentsContainNoLeaseToken() {
    for (var message : List.of(Assignment.getDescriptor(), ClaimedNext.getDescriptor())) {
      assertThat(message.getFields())
          .extracting(Descriptors.FieldDescriptor::getName)
          .isNotEmpty()
          .doesNotContain("lease_token");
    }
  }

  @Test
  void resultsEndAttemptsAsOverHttp() throws Exception {
    var done = claimOne();
    var reply = worker.calls().reportResult(worker.done(done, "done-" + done.getLeaseEuid()));
    assertThat(reply.getState()).isEqualTo("COMPLETED");
    assertThat(reply.getReplayed()).isFalse();
    var again = worker.calls().reportResult(worker.done(done, "done-" + done.getLeaseEuid()));
    assertThat(again.getReplayed()).isTrue();
    assertThat(again.getState()).isEqualTo("COMPLETED");

    var failed = claimOne();
    var failure = Failure.newBuilder().setErrorClass("PERMANENT_INPUT").setErrorMessage("torn");
    worker
        .calls()
        .reportResult(worker.result(failed, TenantApi.unique("k")).setFailure(failure).build());
    assertThat(lab.state(failed.getSubjectEuid())).isEqualTo("FAILED_TERMINAL");

    var released = claimOne();
    worker
        .calls()
        .reportResult(
            worker
                .result(released, TenantApi.unique("k"))
                .setRelease(Release.getDefaultInstance())
                .build());
    assertThat(lab.state(released.getSubjectEuid())).isEqualTo("READY");
  }

  @Test
  void oneBadResultDoesNotSpoilTheOthers() throws Exception {
    var first = claimOne();
    var second = claimOne();
    var outcomes =
        worker
            .calls()
            .reportResults(
                ReportResultsRequest.newBuilder()
                    .addResults(worker.done(first, TenantApi.unique("k")))
                    .addResults(worker.result(second, TenantApi.unique("k")))
                    .addResults(
                        worker
                            .result(second, TenantApi.unique("k"))
                            .setSuccess(Success.newBuilder().setResultPayload("{torn")))
                    .addResults(worker.done(second, TenantApi.unique("k")))
                    .build())
            .getOutcomesList();
    assertThat(outcomes)
        .extracting(io.tapline.grpc.v1.ResultOutcome::getCode)
        .containsExactly("", "VALIDATION_FAILED", "VALIDATION_FAILED", "");
    assertThat(outcomes.get(2).getDetail()).startsWith("result_payload");
    assertThat(lab.state(second.getSubjectEuid())).isEqualTo("COMPLETED");
  }

  @Test
  void aHeartbeatRenewsAndAStaleOneIsASilentNoOp() throws Exception {
    var work = claimOne();
    tapline.advance(Duration.ofSeconds(40));
    var beat =
        HeartbeatRequest.newBuilder()
            .setWorkerEuid(worker.euid)
            .addLeaseEuids(work.getLeaseEuid())
            .build();
    var renewed = worker.calls().heartbeat(beat);
    assertThat(renewed.getRenewedList()).hasSize(1);
    // At least: real time passes too.
    assertThat(renewed.getRenewed(0).getExpiresAt().getSeconds())
        .isGreaterThanOrEqualTo(work.getExpiresAt().getSeconds() + 40);

    tapline.advance(PAST_THE_LEASE);
    var before = lab.operator.get("subjects/" + work.getSubjectEuid()).ok().path("execution");
    var stale = worker.calls().heartbeat(beat);
    assertThat(stale.getRenewedList()).isEmpty();
    assertThat(stale.getLostLeaseEuidsList()).containsExactly(work.getLeaseEuid());
    assertThat(lab.operator.get("subjects/" + work.getSubjectEuid()).ok().path("execution"))
        .isEqualTo(before);
  }

  @Test
  void aHeartbeatTellsWhatIsToBeCancelled() throws Exception {
    var work = claimOne();
    lab.operator
        .post(
            "actions/cancel",
            TenantApi.body(
                "subject_euid", work.getSubjectEuid(), "mode", "soft", "reason", "wrong plate"))
        .ok();
    var reply =
        worker.calls().heartbeat(HeartbeatRequest.newBuilder().setWorkerEuid(worker.euid).build());
    assertThat(reply.getCancelSubjectEuidsList()).contains(work.getSubjectEuid());
  }

  @Test
  void aStaleResultIsRefusedAndChangesNothing() throws Exception {
    var work = claimOne();
    tapline.advance(PAST_THE_LEASE);
    assertRefused(
        refused(() -> worker.calls().reportResult(worker.done(work, TenantApi.unique("k")))),
        Status.Code.FAILED_PRECONDITION,
        "LEASE_EXPIRED");

    // The worker claims the job again, and its former lease is still fenced.
    var stream = worker.open();
    stream.ask(worker.demand(queue, 1));
    var again = stream.next();
    assertThat(again.getSubjectEuid()).isEqualTo(work.getSubjectEuid());
    assertThat(again.getAttemptNumber()).isEqualTo(2);
    assertThat(again.getFencingToken()).isGreaterThan(work.getFencingToken());
    var stale =
        worker
            .calls()
            .heartbeat(
                HeartbeatRequest.newBuilder()
                    .setWorkerEuid(worker.euid)
                    .addLeaseEuids(work.getLeaseEuid())
                    .build());
    assertThat(stale.getRenewedList()).isEmpty();
    assertThat(stale.getLostLeaseEuidsList()).containsExactly(work.getLeaseEuid());
    assertThat(stale.getLiveLeaseEuidsList()).contains(again.getLeaseEuid());
    assertRefused(
        refused(() -> worker.calls().reportResult(worker.done(work, TenantApi.unique("k")))),
        Status.Code.FAILED_PRECONDITION,
        "LEASE_EXPIRED");
    worker.calls().reportResult(worker.done(again, TenantApi.unique("k")));
    assertThat(lab.state(work.getSubjectEuid())).isEqualTo("COMPLETED");
  }

  @Test
  void whoMayNotIsInTheLogByName() {
    var log = new ListAppender<ILoggingEvent>();
    var logger = (Logger) LoggerFactory.getLogger(PermissionLog.class);
    log.start();
    logger.addAppender(log);
    try (var operator = new StreamedWorker(tapline.server().grpcPort(), "acme-operator", null)) {
      assertRefused(
          refused(
              () ->
                  operator
                      .calls()
                      .register(RegisterRequest.newBuilder().setWorkerKey("w").build())),
          Status.Code.PERMISSION_DENIED,
          "FORBIDDEN");
    } finally {
      logger.detachAppender(log);
    }
    var principal = lab.operator.get("/api/v1/me").ok().path("principal").asString();
    assertThat(log.list).hasSize(1);
    assertThat(log.list.get(0).getFormattedMessage()).contains("Register", principal, "FORBIDDEN");
  }

  @Test
  void moreThanABatchOfHeartbeatsResultsAndProgressGoInOneCall() throws Exception {
    int many = 501;
    var lease = claimOne();
    var beat = HeartbeatRequest.newBuilder().setWorkerEuid(worker.euid);
    var results = ReportResultsRequest.newBuilder();
    var notes = io.tapline.grpc.v1.ReportProgressRequest.newBuilder().setWorkerEuid(worker.euid);
    for (int i = 1; i < many; i++) {
      beat.addLeaseEuids("Z-LS-" + i);
      results.addResults(
          worker
              .result(lease.toBuilder().setLeaseEuid("Z-LS-" + i).build(), TenantApi.unique("k"))
              .setSuccess(Success.getDefaultInstance()));
      notes.addNotesBuilder().setLeaseEuid("Z-LS-" + i);
    }
    beat.addLeaseEuids(lease.getLeaseEuid());
    results.addResults(worker.done(lease, TenantApi.unique("k")));
    notes
        .addNotesBuilder()
        .setSubjectEuid(lease.getSubjectEuid())
        .setLeaseEuid(lease.getLeaseEuid())
        .setFraction(0.5);
    var alive = worker.calls().heartbeat(beat.build());
    assertThat(alive.getRenewedList()).hasSize(1);
    assertThat(alive.getLostLeaseEuidsList()).hasSize(many - 1);
    assertThat(alive.getLiveLeaseEuidsList())
        .contains(lease.getLeaseEuid())
        .doesNotContainAnyElementsOf(alive.getLostLeaseEuidsList());
    assertThat(worker.calls().reportProgress(notes.build()).getOutcomesList()).hasSize(many);
    var outcomes = worker.calls().reportResults(results.build()).getOutcomesList();
    assertThat(outcomes).hasSize(many);
    assertThat(outcomes.get(many - 1).getReply().getState()).isEqualTo("COMPLETED");
  }

  @Test
  void aLeaseIsNeverLiveAndLostAtOnce() throws Exception {
    var work = claimOne();
    var beat =
        HeartbeatRequest.newBuilder()
            .setWorkerEuid(worker.euid)
            .addLeaseEuids(work.getLeaseEuid())
            .build();
    var database = tapline.scratch();
    try (var holder =
            DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
        var lock =
            holder.prepareStatement(
                "select 1 from tapline.subject_document where euid = ? for no key update")) {
      holder.setAutoCommit(false);
      lock.setString(1, work.getSubjectEuid());
      lock.execute();
      // It is live at the first look, and lapses before it can be renewed.
      var reply = BackgroundTask.get(() -> worker.calls().heartbeat(beat));
      Await.until("the renewal waits for the subject", () -> lockWaits(holder) > 0);
      tapline.advance(PAST_THE_LEASE);
      holder.rollback();
      var told = reply.get(120, TimeUnit.SECONDS);
      assertThat(told.getLostLeaseEuidsList()).containsExactly(work.getLeaseEuid());
      assertThat(told.getLiveLeaseEuidsList()).isEmpty();
    }
  }

  private static long lockWaits(Connection connection) {
    try (var query = connection.createStatement();
        var rows =
            query.executeQuery(
                "select count(*) from pg_stat_activity"
                    + " where datname = current_database() and wait_event_type = 'Lock'")) {
      rows.next();
      return rows.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void whatOthersKeepLockedIsUnavailableAndNotAFaultOfTheServers() {
    var problem = ProblemWriter.judge(StoreException.lockNotAvailable("there are jobs"), "a claim");
    assertThat(problem.code()).isEqualTo("UNAVAILABLE");
    assertThat(problem.status()).isEqualTo(503);
    assertThat(problem.detail()).isEqualTo("there are jobs");
    var database =
        new StoreException(
            new SQLException(
                "ERROR: canceling statement due to lock timeout, in relation \"instance_registry\"",
                "55P03"));
    problem = ProblemWriter.judge(database, "a claim");
    assertThat(problem.code()).isEqualTo("UNAVAILABLE");
    assertThat(problem.detail()).doesNotContain("relation", "instance_registry");
  }

  @Test
  void healthAndReflectionAreOpenAndTellNothingButTheContract() throws Exception {
    try (var nobody = new StreamedWorker(tapline.server().grpcPort(), null, null)) {
      for (var service : List.of("", "tapline.v1.Dispatch")) {
        var health =
            HealthGrpc.newBlockingStub(nobody.channel())
                .check(HealthCheckRequest.newBuilder().setService(service).build());
        assertThat(health.getStatus()).isEqualTo(HealthCheckResponse.ServingStatus.SERVING);
      }
      var told = new CompletableFuture<ServerReflectionResponse>();
      var ask =
          ServerReflectionGrpc.newStub(nobody.channel())
              .serverReflectionInfo(
                  new StreamObserver<ServerReflectionResponse>() {
                    @Override
                    public void onNext(ServerReflectionResponse response) {
                      told.complete(response);
                    }

                    @Override
                    public void onError(Throwable thrown) {
                      told.completeExceptionally(thrown);
                    }

                    @Override
                    public void onCompleted() {
                      // One answer is enough.
                    }
                  });
      ask.onNext(ServerReflectionRequest.newBuilder().setListServices("").build());
      var services = told.get(120, TimeUnit.SECONDS).getListServicesResponse().getServiceList();
      ask.onCompleted();
      assertThat(services)
          .extracting(ServiceResponse::getName)
          .containsExactlyInAnyOrder(
              "tapline.v1.Dispatch",
              "externalscaler.ExternalScaler",
              "grpc.health.v1.Health",
              "grpc.reflection.v1.ServerReflection");
    }
  }
}
