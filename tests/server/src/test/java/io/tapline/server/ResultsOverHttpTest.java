package io.tapline.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Completions, failures and releases in one HTTP request, with a claim or without. */
@TaplineServer
class ResultsOverHttpTest {

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

  private List<JsonNode> begun(int count) {
    for (int i = 0; i < count; i++) {
      lab.enqueue(queue);
    }
    var claims = new ArrayList<JsonNode>();
    lab.claim(worker, queue, count).forEach(claims::add);
    claims.forEach(claim -> lab.service.post("actions/start", TenantApi.on(worker, claim)).ok());
    return claims;
  }

  private Map<String, Object> result(JsonNode claim, String action, Object... more) {
    var result = TenantApi.on(worker, claim, more);
    result.put("action", action);
    return result;
  }

  private Map<String, Object> next(int most) {
    return TenantApi.body("queue_key", queue, "max_items", most, "start", true);
  }

  private JsonNode report(Map<String, ?> body) {
    return lab.service.post("actions/report-results", body).ok();
  }

  @Test
  void results_of_every_kind_and_a_claim_are_answered_together_and_again_in_the_same_way() {
    var claims = begun(3);
    var more = List.of(lab.enqueue(queue), lab.enqueue(queue), lab.enqueue(queue));
    var body =
        Map.of(
            "items",
            List.of(
                result(claims.get(0), "complete", "result_payload", Map.of("n", 1)),
                result(claims.get(1), "fail", "error_class", "PERMANENT_INPUT"),
                result(claims.get(2), "release-lease", "reason", "tired")),
            "claim_next",
            next(3));
    var answer = report(body);
    assertThat(answer.at("/items/0/answer/result/state").asString()).isEqualTo("COMPLETED");
    assertThat(answer.at("/items/1/answer/result/state").asString()).isEqualTo("FAILED_TERMINAL");
    assertThat(answer.at("/items/2/answer/action_key").asString()).isEqualTo("release_queue_lease");
    var claimed = answer.path("claimed").path("claims");
    assertThat(claimed.size()).isEqualTo(3);
    assertThat(claimed.valueStream().map(item -> item.path("subject_euid").asString()))
        .containsAnyElementsOf(more);

    var again = report(body);
    for (int i = 0; i < 3; i++) {
      assertThat(again.path("items").get(i).at("/answer/replayed").asBoolean()).isTrue();
    }
    assertThat(again.path("claimed").path("claims")).isEqualTo(claimed);
  }

  @Test
  void a_result_is_the_request_of_the_action_that_it_names() {
    var claims = begun(1);
    var done = TenantApi.on(worker, claims.get(0), "result_payload", Map.of("n", 1));
    var first = lab.service.post("actions/complete", done).ok();
    done.put("action", "complete");
    var again = report(done);
    assertThat(again.path("replayed").asBoolean()).isTrue();
    assertThat(again.path("action_euid")).isEqualTo(first.path("action_euid"));
  }

  @Test
  void a_refused_result_leaves_the_others_as_they_are() {
    var claims = begun(2);
    lab.enqueue(queue);
    var answer =
        report(
            Map.of(
                "items",
                List.of(
                    result(claims.get(0), "complete", "expected_revision", 99),
                    result(claims.get(0), "vanish"),
                    result(claims.get(0), "complete", "error_class", "PERMANENT_INPUT"),
                    TenantApi.on(worker, claims.get(0)),
                    result(claims.get(1), "fail", "error_class", "PERMANENT_INPUT")),
                "claim_next",
                next(2)));
    assertThat(answer.at("/items/0/problem/code").asString()).isEqualTo("REVISION_CONFLICT");
    assertThat(answer.at("/items/1/problem/field").asString()).isEqualTo("items[1].action");
    assertThat(answer.at("/items/1/problem/detail").asString())
        .isEqualTo("action: 'vanish' is not one of complete, fail and release-lease");
    assertThat(answer.at("/items/2/problem/field").asString()).isEqualTo("items[2].error_class");
    assertThat(answer.at("/items/3/problem/field").asString()).isEqualTo("items[3].action");
    assertThat(answer.at("/items/4/answer/result/state").asString()).isEqualTo("FAILED_TERMINAL");
    assertThat(answer.path("claimed").path("claims").size()).isEqualTo(1);
  }

  @Test
  void a_claim_does_not_go_with_releases_alone_or_with_results_of_two_workers() {
    var claims = begun(2);
    var released =
        lab.service.post(
            "actions/report-results",
            Map.of(
                "items", List.of(result(claims.get(0), "release-lease")), "claim_next", next(1)));
    assertThat(released.problem()).isEqualTo("VALIDATION_FAILED");
    assertThat(released.json().path("field").asString()).isEqualTo("claim_next");
    var other = result(claims.get(1), "release-lease");
    other.put("worker_euid", lab.worker());
    var mixed =
        lab.service.post(
            "actions/report-results",
            Map.of(
                "items", List.of(result(claims.get(0), "complete"), other), "claim_next", next(1)));
    assertThat(mixed.json().path("field").asString()).isEqualTo("claim_next");
    assertThat(lab.state(claims.get(0).path("subject_euid").asString())).isEqualTo("RUNNING");
  }

  @Test
  void results_without_a_claim_are_reported_together() {
    var claims = begun(2);
    var answer =
        report(
            Map.of(
                "items",
                List.of(
                    result(claims.get(0), "release-lease"), result(claims.get(1), "complete"))));
    assertThat(answer.at("/items/0/answer/action_key").asString()).isEqualTo("release_queue_lease");
    assertThat(answer.at("/items/1/answer/result/state").asString()).isEqualTo("COMPLETED");
    assertThat(answer.has("claimed")).isFalse();
  }
}
