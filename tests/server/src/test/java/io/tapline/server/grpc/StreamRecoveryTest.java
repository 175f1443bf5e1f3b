package io.tapline.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.tapline.engine.testing.Await;
import io.tapline.grpc.v1.Assignment;
import io.tapline.grpc.v1.ClaimNext;
import io.tapline.grpc.v1.Demand;
import io.tapline.grpc.v1.Failure;
import io.tapline.grpc.v1.HeartbeatReply;
import io.tapline.grpc.v1.HeartbeatRequest;
import io.tapline.grpc.v1.Release;
import io.tapline.grpc.v1.ReportResultsRequest;
import io.tapline.grpc.v1.ResultOutcome;
import io.tapline.grpc.v1.StartRequest;
import io.tapline.server.longpoll.WaitService;
import io.tapline.server.testing.SilentProxy;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Streams that are opened again, and streams whose worker is gone. */
@TaplineServer(grpc = true, checked = true)
class StreamRecoveryTest extends DispatchOnServer {

  private static final String HEARTBEAT = "actions/heartbeat-worker";

  private Demand keyed(int slots, String key) {
    return worker.demand(queue, slots).toBuilder().setStart(true).setIdempotencyKey(key).build();
  }

  private void report(Assignment work) {
    worker.calls().reportResult(worker.done(work, TenantApi.unique("k")));
  }

  @Test
  void a_stream_that_is_opened_again_is_given_live_work_only_and_its_demand_is_served()
      throws Exception {
    for (int i = 0; i < 2; i++) {
      lab.enqueue(queue);
    }
    var demand = keyed(2, TenantApi.unique("again"));
    var stream = worker.open();
    stream.ask(demand);
    report(stream.next());
    report(stream.next());
    stream.breakOff();

    var waiting = lab.enqueue(queue);
    var other = worker.open();
    other.ask(demand);
    var work = other.next();
    assertThat(work.getSubjectEuid()).as("completed work is not repeated").isEqualTo(waiting);
    var last = lab.enqueue(queue);
    assertThat(other.next().getSubjectEuid()).isEqualTo(last);
    other.breakOff();

    report(work);
    var third = worker.open();
    third.ask(demand);
    assertThat(third.next().getSubjectEuid()).as("what still lives is repeated").isEqualTo(last);
    var fresh = lab.enqueue(queue);
    assertThat(third.next().getSubjectEuid()).isEqualTo(fresh);
  }

  @Test
  void work_begins_by_a_call_of_its_own() throws Exception {
    var work = claimOne();
    var start =
        StartRequest.newBuilder()
            .setIdempotencyKey(TenantApi.unique("start"))
            .setWorkerEuid(worker.euid)
            .setSubjectEuid(work.getSubjectEuid())
            .setLeaseEuid(work.getLeaseEuid())
            .build();
    assertThat(lab.state(work.getSubjectEuid())).isEqualTo("READY");
    assertThat(worker.calls().start(start).getState()).isEqualTo("RUNNING");
    assertThat(worker.calls().start(start).getReplayed()).isTrue();
    assertThat(lab.state(work.getSubjectEuid())).isEqualTo("RUNNING");
    assertRefused(
        refused(() -> worker.calls().start(start.toBuilder().clearIdempotencyKey().build())),
        Status.Code.FAILED_PRECONDITION,
        "INVALID_TRANSITION");
    assertRefused(
        refused(() -> worker.calls().start(start.toBuilder().clearLeaseEuid().build())),
        Status.Code.INVALID_ARGUMENT,
        "VALIDATION_FAILED");
    report(work);
  }

  @Test
  void a_lease_that_the_worker_ended_itself_is_not_lost() throws Exception {
    var works = new ArrayList<Assignment>();
    for (int i = 0; i < 4; i++) {
      lab.enqueue(queue);
    }
    var stream = worker.open();
    stream.ask(keyed(4, TenantApi.unique("k")));
    for (int i = 0; i < 4; i++) {
      works.add(stream.next());
    }
    fail(works.get(0), "OPERATOR_CANCELED");
    fail(works.get(1), "BUSINESS_RULE_HOLD");
    report(works.get(2));
    lab.operator
        .post(
            "actions/dead-letter",
            TenantApi.body(
                "subject_euid",
                works.get(3).getSubjectEuid(),
                "reason_code",
                "parse_error",
                "reason",
                "unreadable"))
        .ok();

    var taken = works.get(3).getLeaseEuid();
    assertThat(beat(List.of()).getLostLeaseEuidsList()).containsExactly(taken);
    var all = works.stream().map(Assignment::getLeaseEuid).toList();
    assertThat(beat(all).getLostLeaseEuidsList()).containsExactly(taken);
    var http = lab.service.post(HEARTBEAT, TenantApi.body("worker_euid", worker.euid)).ok();
    assertThat(http.at("/result/lost_leases").valueStream().map(JsonNode::asString))
        .containsExactly(taken);
  }

  private void fail(Assignment work, String errorClass) {
    worker
        .calls()
        .reportResult(
            worker
                .result(work, TenantApi.unique("k"))
                .setFailure(
                    Failure.newBuilder().setErrorClass(errorClass).setErrorMessage("it broke"))
                .build());
  }

  private HeartbeatReply beat(List<String> leases) {
    return worker
        .calls()
        .heartbeat(
            HeartbeatRequest.newBuilder()
                .setWorkerEuid(worker.euid)
                .addAllLeaseEuids(leases)
                .build());
  }

  @Test
  void a_claim_with_a_report_that_found_no_work_finds_none_when_it_is_repeated() throws Exception {
    var work = claimOne();
    var request =
        ReportResultsRequest.newBuilder()
            .addResults(worker.done(work, TenantApi.unique("k")))
            .setClaimNext(
                ClaimNext.newBuilder()
                    .setQueueKey(queue)
                    .setIdempotencyKey(TenantApi.unique("next")))
            .build();
    assertThat(worker.calls().reportResults(request).getClaimed().getAssignmentsList()).isEmpty();
    lab.enqueue(queue);
    var again = worker.calls().reportResults(request);
    assertThat(again.getOutcomes(0).getReply().getReplayed()).isTrue();
    assertThat(again.getClaimed().getAssignmentsList()).isEmpty();
    assertThat(again.getClaimed().getCode()).isEmpty();
  }

  @Test
  void results_of_every_kind_and_a_claim_are_one_call_beside_those_of_another_worker()
      throws Exception {
    try (var other = worker("acme-service")) {
      var works = List.of(claimOne(), claimOne(), claimOne());
      var others = workOf(other);
      lab.enqueue(queue);
      var bad = Failure.newBuilder().setErrorClass("PERMANENT_INPUT");
      var request =
          ReportResultsRequest.newBuilder()
              .addResults(
                  worker
                      .result(works.get(0), TenantApi.unique("k"))
                      .setRelease(Release.newBuilder().setReason("tired")))
              .addResults(worker.result(works.get(1), TenantApi.unique("k")).setFailure(bad))
              .addResults(other.result(others, TenantApi.unique("k")).setFailure(bad))
              .addResults(worker.result(works.get(2), TenantApi.unique("k")))
              .addResults(worker.done(works.get(2), TenantApi.unique("k")))
              .setClaimNext(
                  ClaimNext.newBuilder()
                      .setQueueKey(queue)
                      .setMaxItems(2)
                      .setIdempotencyKey(TenantApi.unique("next")))
              .build();
      var reply = worker.calls().reportResults(request);
      assertThat(reply.getOutcomesList())
          .extracting(ResultOutcome::getCode)
          .containsExactly("", "", "", "VALIDATION_FAILED", "");
      // The subject that was given back, and the one that waits.
      assertThat(reply.getClaimed().getAssignmentsList()).hasSize(2);
      var again = worker.calls().reportResults(request);
      assertThat(again.getOutcomes(0).getReply().getReplayed()).isTrue();
      assertThat(again.getClaimed().getAssignmentsList())
          .isEqualTo(reply.getClaimed().getAssignmentsList());
    }
  }

  private Assignment workOf(StreamedWorker other) throws Exception {
    lab.enqueue(queue);
    var stream = other.open();
    stream.ask(other.demand(queue, 1));
    return stream.next();
  }

  /** Work that is handed out to a worker that waits on its stream. */
  private List<String> handedOut(StreamedWorker to, Runnable whenItWaits) {
    var waiting = tapline.server().bean(WaitService.class);
    int before = waiting.claims();
    to.open().ask(to.demand(queue, 100));
    Await.until("the stream waits", () -> waiting.claims() > before);
    whenItWaits.run();
    var subjects = List.of(lab.enqueue(queue), lab.enqueue(queue), lab.enqueue(queue));
    Await.until("all are handed out", () -> leased(subjects) == 3);
    return subjects;
  }

  private static long leased(List<String> subjects) {
    return subjects.stream()
        .filter(
            subject -> lab.operator.get("subjects/" + subject).ok().path("active_lease").isObject())
        .count();
  }

  @Test
  void a_stream_on_which_a_lease_lapsed_gets_nothing_until_its_worker_gives_a_sign_of_life() {
    var subjects = handedOut(worker, () -> {});
    for (int i = 0; i < 4; i++) {
      // Each lapse makes the work ready again, and wakes all that wait for it.
      tapline.advance(PAST_THE_LEASE);
      tapline.engine().sweep(tapline.tenantId("acme"));
      Await.until("nothing is handed out", () -> leased(subjects) == 0);
    }
    for (var subject : subjects) {
      var envelope = lab.operator.get("subjects/" + subject).ok().path("execution");
      assertThat(envelope.path("attempt_count").asInt()).isEqualTo(1);
    }
    lab.service.post(HEARTBEAT, TenantApi.body("worker_euid", worker.euid)).ok();
    Await.until("its demand is served again", () -> leased(subjects) == 3);
  }

  @Test
  void what_was_sent_into_a_dead_connection_is_released_and_costs_no_attempt() throws Exception {
    try (var proxy = new SilentProxy("jdbc:grpc://127.0.0.1:" + tapline.server().grpcPort() + "/");
        var silent = new StreamedWorker(proxy.port(), "acme-service", TenantApi.unique("silent"))) {
      var subjects = handedOut(silent, proxy::silence);
      Await.until("the connection is found dead", () -> leased(subjects) == 0);
      var claims = lab.claim(lab.worker(), queue, 3);
      assertThat(claims).hasSize(3);
      for (var claim : claims) {
        assertThat(claim.path("attempt_number").asInt()).isEqualTo(1);
      }
      var history = lab.operator.get("subjects/" + subjects.get(0) + "/history").ok();
      assertThat(history.toString()).contains("the connection was dead when it was sent");
    }
  }
}
