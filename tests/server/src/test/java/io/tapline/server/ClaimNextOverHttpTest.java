package io.tapline.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A worker reports and asks for more in one HTTP request. */
@TaplineServer
class ClaimNextOverHttpTest {

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

  private JsonNode begun() {
    lab.enqueue(queue);
    var claim = lab.claimOne(worker, queue);
    lab.service.post("actions/start", TenantApi.on(worker, claim)).ok();
    return claim;
  }

  private Map<String, Object> next(Object... more) {
    var next = TenantApi.body(more);
    next.putIfAbsent("queue_key", queue);
    // TenantApi.body brings a key of its own, and here it is the ending's that counts.
    if (!List.of(more).contains("idempotency_key")) {
      next.remove("idempotency_key");
    }
    return next;
  }

  @Test
  void the_ending_and_the_claim_are_answered_together_and_again_in_the_same_way() {
    var first = begun();
    var second = lab.enqueue(queue);
    var body = TenantApi.on(worker, first, "claim_next", next("start", true));
    var answer = lab.service.post("actions/complete", body).ok();
    assertThat(answer.path("result").path("state").asString()).isEqualTo("COMPLETED");
    assertThat(answer.path("replayed").asBoolean()).isFalse();
    var claimed = answer.path("claimed");
    assertThat(claimed.path("status").asString()).isEqualTo("CLAIMED");
    assertThat(claimed.path("worker_euid").asString()).isEqualTo(worker);
    var item = claimed.path("claims").get(0);
    assertThat(item.path("subject_euid").asString()).isEqualTo(second);
    assertThat(item.path("state").asString()).isEqualTo("RUNNING");
    assertThat(answer.has("claim_problem")).isFalse();
    // The trail is that of two requests, the claim under the ending's key with /next after it.
    var trail = lab.operator.get("subjects/" + second + "/history").ok().path("actions");
    assertThat(trail.get(1).path("idempotency_key").asString())
        .isEqualTo(body.get("idempotency_key") + "/next");

    var again = lab.service.post("actions/complete", body).ok();
    assertThat(again.path("replayed").asBoolean()).isTrue();
    assertThat(again.path("claimed").path("replayed").asBoolean()).isTrue();
    assertThat(again.path("claimed").path("claims")).isEqualTo(claimed.path("claims"));
  }

  @Test
  void no_work_and_a_refusal_stand_beside_the_ending() {
    var first = begun();
    var body = TenantApi.on(worker, first, "claim_next", next());
    var answer = lab.service.post("actions/complete", body).ok();
    assertThat(answer.path("claimed").path("status").asString()).isEqualTo("NO_WORK");
    assertThat(answer.path("claimed").path("claims").size()).isZero();
    // A replayed request does not get work that arrived after its answer: no worker would process
    // it.
    var third = lab.enqueue(queue);
    assertThat(lab.service.post("actions/complete", body).ok().at("/claimed/status").asString())
        .isEqualTo("NO_WORK");
    assertThat(lab.claimOne(worker, queue).path("subject_euid").asString()).isEqualTo(third);

    var second = begun();
    var refused =
        lab.service
            .post(
                "actions/fail",
                TenantApi.on(
                    worker,
                    second,
                    "error_class",
                    "PERMANENT_INPUT",
                    "claim_next",
                    next("queue_key", "nowhere")))
            .ok();
    assertThat(refused.path("result").path("state").asString()).isEqualTo("FAILED_TERMINAL");
    assertThat(refused.has("claimed")).isFalse();
    assertThat(refused.at("/claim_problem/code").asString()).isEqualTo("NOT_FOUND");
    assertThat(refused.at("/claim_problem/status").asInt()).isEqualTo(404);
    assertThat(refused.at("/claim_problem/field").asString()).isEqualTo("claim_next.queue_key");
  }

  @Test
  void an_ending_that_is_refused_is_a_problem_and_claims_nothing() {
    var first = begun();
    var second = lab.enqueue(queue);
    var reply =
        lab.service.post(
            "actions/complete",
            TenantApi.on(worker, first, "expected_revision", 99, "claim_next", next()));
    assertThat(reply.problem()).isEqualTo("REVISION_CONFLICT");
    assertThat(lab.state(second)).isEqualTo("READY");
    assertThat(lab.claimOne(worker, queue).path("subject_euid").asString()).isEqualTo(second);
  }

  @Test
  void what_is_wrong_with_the_claim_is_named_and_nothing_is_done() {
    var first = begun();
    lab.enqueue(queue);
    named(first, "claim_next", "yes");
    named(first, "claim_next.max_items", next("max_items", 0));
    named(first, "claim_next.max_items", next("max_items", "two"));
    named(first, "claim_next.worker_euid", next("worker_euid", worker));
    named(first, "claim_next.subject_euid", next("subject_euid", worker));
    named(first, "claim_next.wait", next("wait", 5));
    named(first, "claim_next.not_after", next("not_after", "soon"));
    named(first, "claim_next.idempotency_key", next("idempotency_key", ""));
    var overriding =
        TenantApi.on(worker, first, "override", true, "reason", "by hand", "claim_next", next());
    assertThat(lab.admin.post("actions/complete", overriding).json().path("field").asString())
        .isEqualTo("claim_next");
    var inside = Map.of("items", List.of(TenantApi.on(worker, first, "claim_next", next())));
    assertThat(
            lab.service
                .post("actions/complete", inside)
                .ok()
                .at("/items/0/problem/field")
                .asString())
        .isEqualTo("items[0].claim_next");
    var keyless =
        Map.<String, Object>of("items", List.of(TenantApi.on(worker, first)), "claim_next", next());
    assertThat(lab.service.post("actions/complete", keyless).json().path("field").asString())
        .isEqualTo("claim_next.idempotency_key");
    assertThat(lab.state(first.path("subject_euid").asString())).isEqualTo("RUNNING");
    // Null is as good as absent.
    var absent = TenantApi.on(worker, first);
    absent.put("claim_next", null);
    assertThat(lab.service.post("actions/complete", absent).ok().has("claimed")).isFalse();
  }

  private void named(JsonNode claim, String field, Object next) {
    var reply =
        lab.service.post("actions/complete", TenantApi.on(worker, claim, "claim_next", next));
    assertThat(reply.status()).as(field).isEqualTo(422);
    assertThat(reply.json().path("field").asString()).isEqualTo(field);
    assertThat(reply.json().path("detail").asString()).startsWith(field + ":");
  }

  @Test
  void beside_items_there_is_one_claim_for_all() {
    lab.enqueue(queue);
    lab.enqueue(queue);
    var claims = lab.claim(worker, queue, 2);
    claims.forEach(claim -> lab.service.post("actions/start", TenantApi.on(worker, claim)).ok());
    lab.enqueue(queue);
    lab.enqueue(queue);
    var bad = TenantApi.on(worker, claims.get(1), "expected_revision", 99);
    var body =
        Map.<String, Object>of(
            "items",
            List.of(TenantApi.on(worker, claims.get(0)), bad),
            "claim_next",
            next("max_items", 2, "idempotency_key", "claim-" + worker));
    var answer = lab.service.post("actions/complete", body).ok();
    assertThat(answer.at("/items/0/answer/result/state").asString()).isEqualTo("COMPLETED");
    assertThat(answer.at("/items/1/problem/code").asString()).isEqualTo("REVISION_CONFLICT");
    assertThat(answer.path("claimed").path("claims").size()).isEqualTo(2);
    assertThat(answer.at("/items/0/answer").has("claimed")).isFalse();
  }
}
