package io.tapline.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.tapline.engine.testing.Await;
import io.tapline.grpc.v1.Demand;
import io.tapline.grpc.v1.HeartbeatRequest;
import io.tapline.grpc.v1.RegisterRequest;
import io.tapline.server.longpoll.WaitService;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.util.HashSet;
import org.junit.jupiter.api.Test;

/** Assignments over gRPC as a stream: demand, withdrawal, and how a stream ends. */
@TaplineServer(grpc = true, checked = true)
class DispatchStreamTest extends DispatchOnServer {

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

    // Later jobs are available for others, and sent ones still belong to the worker.
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
      // Ended over another interface.
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
      // Ended by a lapse, which is not announced, after a later sign of life of the worker.
      tapline.advance(PAST_THE_LEASE);
      Await.until(
          "the fourth comes",
          () -> {
            one.calls().heartbeat(HeartbeatRequest.newBuilder().setWorkerEuid(one.euid).build());
            return stream.unread() > 0;
          });
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
}
