package io.tapline.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
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
import io.tapline.grpc.v1.Demand;
import io.tapline.grpc.v1.Failure;
import io.tapline.grpc.v1.HeartbeatRequest;
import io.tapline.grpc.v1.LookUpQueueRequest;
import io.tapline.grpc.v1.RegisterRequest;
import io.tapline.grpc.v1.Release;
import io.tapline.grpc.v1.ReportResultsRequest;
import io.tapline.grpc.v1.Success;
import io.tapline.server.http.PermissionLog;
import io.tapline.server.http.ProblemWriter;
import io.tapline.server.longpoll.WaitService;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.StoreException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.slf4j.LoggerFactory;

/** Work over gRPC: assignments as a stream, heartbeats and results as calls. */
@TaplineServer(grpc = true, checked = true)
class DispatchTest {

  private static final Duration PAST_THE_LEASE = Duration.ofSeconds(61);

  private static TestTapline tapline;
  private static TenantApi lab;

  private StreamedWorker worker;
  private String queue;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    lab = new TenantApi(tapline, "acme");
  }

  @BeforeEach
  void worker() {
    worker = worker("acme-service");
    queue = lab.queue();
  }

  @AfterEach
  void close() {
    worker.close();
  }

  private static StreamedWorker worker(String token) {
    return new StreamedWorker(tapline.server().grpcPort(), token, TenantApi.unique("streamed"));
  }

  private Assignment claimOne() throws Exception {
    lab.enqueue(queue);
    var stream = worker.open();
    stream.ask(worker.demand(queue, 1));
    return stream.next();
  }

  private static StatusRuntimeException refused(Executable call) {
    return catchThrowableOfType(StatusRuntimeException.class, call::execute);
  }

  private static void assertRefused(Throwable thrown, Status.Code status, String code) {
    assertThat(thrown).isInstanceOf(StatusRuntimeException.class);
    var refusal = (StatusRuntimeException) thrown;
    assertThat(refusal.getStatus().getCode()).isEqualTo(status);
    assertThat(refusal.getTrailers().get(GrpcRefusals.CODE)).isEqualTo(code);
  }

  @Test
  void anAssignmentCarriesItsLeaseItsAttemptAndItsFencingToken() throws Exception {
    var work = claimOne();
    assertThat(work.getQueueKey()).isEqualTo(queue);
    assertThat(work.getAttemptNumber()).isEqualTo(1);
    assertThat(work.getFencingToken()).isPositive();
    assertThat(work.getProperties()).contains("S-1");
    assertThat(work.getTtlSeconds()).isEqualTo(60);
    var lease = lab.operator.get("subjects/" + work.getSubjectEuid()).ok().path("active_lease");
    assertThat(lease.path("lease_euid").asString()).isEqualTo(work.getLeaseEuid());
  }

  @Test
  void noMoreIsClaimedThanTheWorkerAskedFor() throws Exception {
    for (int i = 0; i < 5; i++) {
      lab.enqueue(queue);
    }
    var stream = worker.open();
    stream.ask(worker.demand(queue, 2));
    var first = stream.next();
    stream.next();
    assertThat(depth()).isEqualTo(3);

    worker.calls().reportResult(worker.done(first, TenantApi.unique("k")));
    assertThat(depth()).as("a finished one alone asks for nothing").isEqualTo(3);
    stream.ask(Demand.newBuilder().setSlots(1).build());
    stream.next();
    assertThat(depth()).isEqualTo(2);
    assertThat(stream.unread()).isZero();
  }

  private int depth() {
    return lab.operator.get("queues/" + queue + "/items").ok().path("items").size();
  }

  @Test
  void aWaitingStreamIsWokenByWork() throws Exception {
    var stream = worker.open();
    stream.ask(worker.demand(queue, 3));
    var seen = new HashSet<String>();
    for (int i = 0; i < 3; i++) {
      var subject = lab.enqueue(queue);
      var work = stream.next();
      assertThat(work.getSubjectEuid()).isEqualTo(subject);
      seen.add(work.getLeaseEuid());
    }
    assertThat(seen).hasSize(3);
  }

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
  void aWorkerThatNamesNoQueueIsGivenWorkOfThoseItServes() throws Exception {
    lab.enqueue(queue);
    var stream = worker.open();
    stream.ask(worker.demand("", 500));
    while (!stream.next().getQueueKey().equals(queue)) {
      // Left over by other tests.
    }
    stream.finish();
    assertThat(stream.end()).isNull();
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

    // The same worker has it again, and its old self is fenced still.
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
  void aBrokenStreamLosesNothingAndCostsNoAttempt() throws Exception {
    var subject = lab.enqueue(queue);
    awaitClaims(0);
    var stream = worker.open();
    stream.ask(worker.demand(queue, 2));
    var work = stream.next();
    awaitClaims(1);
    stream.breakOff();
    assertRefusedLocally(stream.end());
    // The server hears of it later than this side.
    awaitClaims(0);

    // What came later is there for others, and what was sent is still the worker's.
    var other = lab.enqueue(queue);
    try (var another = worker("acme-service")) {
      var theirs = another.open();
      theirs.ask(another.demand(queue, 1));
      assertThat(theirs.next().getSubjectEuid()).isEqualTo(other);
    }
    worker.calls().reportResult(worker.done(work, TenantApi.unique("k")));
    var history = lab.operator.get("subjects/" + subject + "/history").ok();
    assertThat(history.path("records")).hasSize(1);
    assertThat(history.path("records").get(0).path("status").asString()).isEqualTo("SUCCEEDED");
  }

  /** Until so many streams wait for work. */
  private static void awaitClaims(int count) {
    var waitService = tapline.server().bean(WaitService.class);
    Await.until(count + " wait", () -> waitService.claims() == count);
  }

  private static void assertRefusedLocally(Throwable thrown) {
    assertThat(Status.fromThrowable(thrown).getCode()).isEqualTo(Status.Code.CANCELLED);
  }

  @Test
  void whatIsWrongIsNamed() throws Exception {
    try (var nobody = new StreamedWorker(tapline.server().grpcPort(), null, null);
        var stranger = new StreamedWorker(tapline.server().grpcPort(), "not-a-token", null);
        var neighbour = worker("other-service")) {
      var anyone = RegisterRequest.newBuilder().setWorkerKey("w").build();
      assertRefused(
          refused(() -> nobody.calls().register(anyone)),
          Status.Code.UNAUTHENTICATED,
          "UNAUTHENTICATED");
      assertRefused(
          refused(() -> stranger.calls().register(anyone)),
          Status.Code.UNAUTHENTICATED,
          "UNAUTHENTICATED");
      assertRefused(
          refused(() -> worker.calls().register(RegisterRequest.getDefaultInstance())),
          Status.Code.INVALID_ARGUMENT,
          "VALIDATION_FAILED");
      assertRefused(
          end(worker, worker.demand("no-such-queue", 1)), Status.Code.NOT_FOUND, "NOT_FOUND");
      assertRefused(
          end(worker, worker.demand(queue, 0)), Status.Code.INVALID_ARGUMENT, "VALIDATION_FAILED");
      assertRefused(end(neighbour, worker.demand(queue, 1)), Status.Code.NOT_FOUND, "NOT_FOUND");
      assertRefused(
          end(worker, Demand.newBuilder().setQueueKey(queue).setSlots(1).build()),
          Status.Code.INVALID_ARGUMENT,
          "VALIDATION_FAILED");
    }
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

  private static Throwable end(StreamedWorker worker, Demand demand) throws Exception {
    var stream = worker.open();
    stream.ask(demand);
    return stream.end();
  }

  @Test
  void aRevokedTokenEndsItsStream() throws Exception {
    var token =
        lab.admin
            .post(
                "/api/v1/tokens",
                TenantApi.body(
                    "name",
                    TenantApi.unique("revocable"),
                    "roles",
                    new String[] {"worker_service"},
                    "reason",
                    "a worker of its own"))
            .ok();
    try (var revocable = worker(token.path("token").asString())) {
      var stream = revocable.open();
      stream.ask(revocable.demand(queue, 1));
      lab.enqueue(queue);
      stream.next();
      lab.admin
          .post(
              "/api/v1/tokens/" + token.path("token_euid").asString() + "/revoke",
              TenantApi.body("reason", "lost"))
          .ok();
      stream.ask(revocable.demand(queue, 1));
      assertRefused(stream.end(), Status.Code.UNAUTHENTICATED, "UNAUTHENTICATED");
    }
  }

  @Test
  void aServerThatStopsSendsItsStreamsToAnother() throws Exception {
    try (var own = TestTapline.startWithGrpc();
        var idle =
            new StreamedWorker(own.server().grpcPort(), "acme-service", TenantApi.unique("idle"))) {
      var key = new TenantApi(own, "acme").queue();
      var stream = idle.open();
      stream.ask(idle.demand(key, 1));
      new TenantApi(own, "acme").enqueue(key);
      stream.next();
      stream.ask(idle.demand(key, 1));
      own.server().close();
      assertRefused(stream.end(), Status.Code.UNAVAILABLE, "DRAINING");
    }
  }

  private static StreamedWorker ofOneLease() {
    return new StreamedWorker(
        tapline.server().grpcPort(), "acme-service", TenantApi.unique("default"), 0);
  }

  @Test
  void outstandingDemandIsServedAsSoonAsThereIsRoomWithoutAnotherMessage() throws Exception {
    for (int i = 0; i < 4; i++) {
      lab.enqueue(queue);
    }
    try (var one = ofOneLease()) {
      var stream = one.open();
      stream.ask(one.demand(queue, 4));
      var first = stream.next();
      one.calls().reportResult(one.done(first, TenantApi.unique("k")));
      var second = stream.next();
      // By another door.
      lab.service
          .post(
              "actions/complete",
              TenantApi.body(
                  "subject_euid",
                  second.getSubjectEuid(),
                  "worker_euid",
                  one.euid,
                  "lease_euid",
                  second.getLeaseEuid()))
          .ok();
      stream.next();
      // By a lapse, which nobody tells.
      tapline.advance(PAST_THE_LEASE);
      stream.next();
      assertThat(stream.unread()).isZero();
    }
  }

  @Test
  void aWithdrawalIsAnsweredAndTheStreamGoesOn() throws Exception {
    lab.enqueue(queue);
    try (var one = ofOneLease()) {
      var stream = one.open();
      stream.ask(one.demand(queue, 3));
      var first = stream.next();
      stream.ask(Demand.newBuilder().setWithdraw(true).build());
      assertThat(stream.next().getWithdrawn()).isTrue();
      one.calls().reportResult(one.done(first, TenantApi.unique("k")));
      lab.enqueue(queue);
      assertThat(depth()).as("nothing is claimed that was withdrawn").isEqualTo(1);
      // Waiting for work it is withdrawn too.
      stream.ask(Demand.newBuilder().setSlots(1).build());
      var second = stream.next();
      one.calls().reportResult(one.done(second, TenantApi.unique("k")));
      stream.ask(Demand.newBuilder().setSlots(1).build());
      stream.ask(Demand.newBuilder().setWithdraw(true).build());
      assertThat(stream.next().getWithdrawn()).isTrue();
      stream.finish();
      assertThat(stream.end()).isNull();
    }
    assertRefused(
        end(worker, Demand.newBuilder().setWithdraw(true).build()),
        Status.Code.INVALID_ARGUMENT,
        "VALIDATION_FAILED");
  }

  @Test
  void aDemandAfterAWithdrawalIsGivenAgainUnderItsOwnKey() throws Exception {
    lab.enqueue(queue);
    var stream = worker.open();
    stream.ask(worker.demand(queue, 1));
    stream.next();
    stream.ask(Demand.newBuilder().setWithdraw(true).build());
    stream.next();
    lab.enqueue(queue);
    var again =
        worker.demand(queue, 1).toBuilder().setIdempotencyKey(TenantApi.unique("again")).build();
    stream.ask(again);
    var given = stream.next();
    stream.breakOff();
    var other = worker.open();
    other.ask(again);
    assertThat(other.next().getLeaseEuid()).isEqualTo(given.getLeaseEuid());
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
                "select 1 from tapline.subject where euid = ? for no key update")) {
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
    var problem = ProblemWriter.judge(StoreException.lockNotAvailable("there is work"), "a claim");
    assertThat(problem.code()).isEqualTo("UNAVAILABLE");
    assertThat(problem.status()).isEqualTo(503);
    assertThat(problem.detail()).isEqualTo("there is work");
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
