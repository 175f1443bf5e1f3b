package io.tapline.server.longpoll;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.testing.Await;
import io.tapline.server.Server;
import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.HttpReply;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.Json;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Claims that wait, over HTTP. */
@TaplineServer
class WaitingClaimTest {

  private static TestTapline tapline;
  private static TenantApi lab;

  private String queue;
  private String worker;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    lab = new TenantApi(tapline, "acme");
  }

  @BeforeEach
  void fresh() {
    queue = lab.queue();
    worker = lab.worker();
  }

  private static WaitService waiting() {
    return tapline.server().bean(WaitService.class);
  }

  private static CompletableFuture<HttpReply> send(
      HttpApi who, Map<String, Object> body, String prefer) {
    return who.with("Prefer", prefer)
        .sendAsync("POST", "actions/claim", Json.print(body).getBytes(StandardCharsets.UTF_8));
  }

  private Map<String, Object> claim() {
    return TenantApi.body("worker_euid", worker, "queue_key", queue);
  }

  private static HttpReply reply(CompletableFuture<HttpReply> reply) throws Exception {
    return reply.get(90, TimeUnit.SECONDS);
  }

  /** Until so many wait. */
  private static void awaitClaims(int count) {
    // Less than the longest wait, which ends by itself.
    Await.until(
        count + " waiting claims", Duration.ofSeconds(30), () -> waiting().claims() == count);
  }

  @Test
  void waits_for_work_and_gets_it() throws Exception {
    var reply = send(lab.service, claim(), "wait=60");
    awaitClaims(1);
    var subject = lab.enqueue(queue);
    var answer = reply(reply);
    assertThat(answer.ok().path("claims").path(0).path("subject_euid").asString())
        .isEqualTo(subject);
    assertThat(answer.header("Preference-Applied")).isEqualTo("wait=60");
    assertThat(waiting().claims()).isZero();
  }

  @Test
  void those_who_wait_are_served_in_order_and_once() throws Exception {
    var replies = new ArrayList<CompletableFuture<HttpReply>>();
    for (int i = 0; i < 30; i++) {
      replies.add(send(lab.service, claim(), "wait=60"));
      awaitClaims(i + 1);
    }
    for (int i = 0; i < 30; i++) {
      var subject = lab.enqueue(queue);
      assertThat(reply(replies.get(i)).ok().path("claims").path(0).path("subject_euid").asString())
          .isEqualTo(subject);
      assertThat(waiting().claims()).isEqualTo(29 - i);
    }
  }

  @Test
  void work_that_is_there_is_given_at_once() throws Exception {
    lab.enqueue(queue);
    var answer = reply(send(lab.service, claim(), "respond-async, WAIT = 5;foo=\"a\", handling=x"));
    assertThat(answer.ok().path("status").asString()).isEqualTo("CLAIMED");
    assertThat(answer.header("Preference-Applied")).isEqualTo("wait=5");
  }

  @Test
  void its_time_ends_with_no_work() throws Exception {
    var answer = reply(send(lab.service, claim(), "wait=1"));
    assertThat(answer.ok().path("status").asString()).isEqualTo("NO_WORK");
    assertThat(answer.header("Preference-Applied")).isEqualTo("wait=1");
    var none = reply(send(lab.service, claim(), "wait=0"));
    assertThat(none.ok().path("status").asString()).isEqualTo("NO_WORK");
    assertThat(none.header("Preference-Applied")).isEqualTo("wait=0");
  }

  @Test
  void longer_than_the_longest_is_cut_to_it() throws Exception {
    var reply = send(lab.service, claim(), "wait=86400");
    awaitClaims(1);
    lab.enqueue(queue);
    assertThat(reply(reply).header("Preference-Applied")).isEqualTo("wait=60");
  }

  @Test
  void who_does_not_ask_to_wait_does_not() {
    var answer = lab.service.post("actions/claim", claim());
    assertThat(answer.ok().path("status").asString()).isEqualTo("NO_WORK");
    assertThat(answer.header("Preference-Applied")).isNull();
  }

  @Test
  void a_wait_that_is_no_number_is_refused_by_name() throws Exception {
    for (var wrong :
        new String[] {
          "wait",
          "wait=",
          "wait=-1",
          "wait=soon",
          "wait=1.5",
          "wait=1e3",
          "wait=99999999999999999999",
          "wait=\"",
          "wait=\u00b2"
        }) {
      var answer = reply(send(lab.service, claim(), wrong));
      assertThat(answer.problem()).as(wrong).isEqualTo("VALIDATION_FAILED");
      assertThat(answer.field()).isEqualTo("Prefer");
    }
  }

  @Test
  void what_is_refused_is_refused_at_once() throws Exception {
    var body = claim();
    body.put("queue_key", "unknown");
    assertThat(reply(send(lab.service, body, "wait=60")).problem()).isEqualTo("NOT_FOUND");
  }

  @Test
  void a_claim_that_waited_is_one_request_with_one_key() throws Exception {
    var body = claim();
    var reply = send(lab.service, body, "wait=60");
    awaitClaims(1);
    lab.enqueue(queue);
    var first = reply(reply).ok();
    var again = reply(send(lab.service, body, "wait=60")).ok();
    assertThat(again.path("replayed").asBoolean()).isTrue();
    assertThat(again.path("claims")).isEqualTo(first.path("claims"));
  }

  @Test
  void a_client_that_has_gone_is_forgotten_and_claims_nothing() throws Exception {
    var text = Json.print(claim());
    try (var socket = new Socket(tapline.address().getHost(), tapline.address().getPort())) {
      socket
          .getOutputStream()
          .write(
              ("POST /api/v1/execution/actions/claim HTTP/1.1\r\nHost: x\r\n"
                      + "Authorization: Bearer acme-service\r\nContent-Type: application/json\r\n"
                      + "Prefer: wait=60\r\nContent-Length: "
                      + text.length()
                      + "\r\n\r\n"
                      + text)
                  .getBytes(StandardCharsets.US_ASCII));
      awaitClaims(1);
    }
    awaitClaims(0);
    var subject = lab.enqueue(queue);
    assertThat(lab.claimOne(worker, queue).path("subject_euid").asString()).isEqualTo(subject);
  }

  @Test
  void a_connection_waits_again_and_again() throws Exception {
    for (int i = 0; i < 20; i++) {
      var reply = send(lab.service, claim(), "wait=60");
      awaitClaims(1);
      lab.enqueue(queue);
      assertThat(reply(reply).ok().path("status").asString()).isEqualTo("CLAIMED");
    }
  }

  @Test
  void work_that_comes_by_another_server_wakes_too_and_is_given_once() throws Exception {
    try (var other = Server.start(TestTapline.settings(tapline.scratch()))) {
      var there = new HttpApi(other.address(), "acme-service");
      var far = send(there, claim(), "wait=60");
      var near = send(lab.service, claim(), "wait=60");
      awaitClaims(1);
      lab.enqueue(queue);
      var first = (HttpReply) CompletableFuture.anyOf(far, near).get(60, TimeUnit.SECONDS);
      assertThat(first.ok().path("claims")).hasSize(1);
      lab.enqueue(queue);
      assertThat(reply(far).ok().path("claims")).hasSize(1);
      assertThat(reply(near).ok().path("claims")).hasSize(1);
      assertThat(reply(far).ok().path("claims").path(0).path("subject_euid"))
          .isNotEqualTo(reply(near).ok().path("claims").path(0).path("subject_euid"));
    }
  }

  @Test
  void a_lease_that_lapses_wakes_who_waits() throws Exception {
    var subject = lab.enqueue(queue);
    lab.claimOne(lab.worker(), queue);
    var reply = send(lab.service, claim(), "wait=60");
    awaitClaims(1);
    tapline.advance(Duration.ofSeconds(61));
    assertThat(reply(reply).ok().path("claims").path(0).path("subject_euid").asString())
        .isEqualTo(subject);
  }

  @Test
  void a_server_that_stops_sends_all_home() throws Exception {
    var scratch = tapline.scratch();
    var other = Server.start(TestTapline.settings(scratch));
    var there = new HttpApi(other.address(), "acme-service");
    var replies = new ArrayList<CompletableFuture<HttpReply>>();
    for (int i = 0; i < 10; i++) {
      replies.add(send(there, claim(), "wait=60"));
    }
    Await.until("all ten wait", () -> other.bean(WaitService.class).claims() == 10);
    other.close();
    for (var reply : replies) {
      assertThat(reply(reply).ok().path("status").asString()).isEqualTo("NO_WORK");
    }
  }
}
