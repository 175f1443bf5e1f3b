package io.tapline.server.required;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The permissions of reads, and the completeness of their answers. */
@TaplineServer
class ReadersOverHttpTest {

  private static TestTapline tapline;
  private static TenantApi lab;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    lab = new TenantApi(tapline, "acme");
  }

  private static void update(String queue, String field, Object value) {
    lab.admin
        .post(
            "actions/update-queue",
            TenantApi.body("queue_key", queue, "expected_revision", 1, field, value))
        .ok();
  }

  private static List<String> keys(HttpApi as, String list) {
    return as.get(list)
        .ok()
        .path("items")
        .valueStream()
        .map(item -> item.path("queue_key").asString())
        .toList();
  }

  @Test
  void a_queue_that_operators_do_not_see_is_in_the_lists_of_administrators_only() {
    var queue = lab.queue();
    var subject = lab.enqueue(queue);
    var worker = lab.worker();
    update(queue, "operator_visible", false);
    var lists = List.of("queues?limit=500", "metrics/queues", "workers/" + worker + "/queues");
    for (var list : lists) {
      for (var one : List.of(lab.operator, lab.human, lab.service)) {
        assertThat(keys(one, list)).as(list).doesNotContain(queue).isNotEmpty();
      }
      assertThat(keys(lab.admin, list)).as(list).contains(queue);
    }
    // Hidden from lists, not from work: by its key it is there, and its work is done.
    var one = lab.operator.get("queues/" + queue).ok();
    assertThat(one.path("operator_visible").asBoolean(true)).isFalse();
    assertThat(one.path("queue_depth").asInt()).isEqualTo(1);
    assertThat(lab.operator.get("subjects/" + subject).ok().path("subject_euid").asString())
        .isEqualTo(subject);
    assertThat(lab.claimOne(worker, queue).path("subject_euid").asString()).isEqualTo(subject);
    assertThat(tapline.as("acme-operator").get("/metrics").text()).contains(queue);
  }

  @Test
  void a_queue_with_diagnostics_turned_off_tells_no_reasons() {
    var queue = lab.queue();
    var subject = lab.enqueueWith(queue, "ready_at", "2100-01-01T00:00:00Z");
    var reasons = lab.operator.get("subjects/" + subject).ok().path("diagnostics");
    assertThat(reasons.path("diagnostics_enabled").asBoolean()).isTrue();
    assertThat(reasons.path("reasons").isEmpty()).isFalse();
    update(queue, "diagnostics_enabled", false);
    var quiet = lab.operator.get("subjects/" + subject).ok().path("diagnostics");
    assertThat(quiet.path("diagnostics_enabled").asBoolean(true)).isFalse();
    assertThat(quiet.path("reasons").isEmpty()).isTrue();
    assertThat(quiet.path("visible_in_queue").asBoolean(true)).isFalse();
  }

  private static JsonNode only(JsonNode list, String field, String value) {
    var found =
        list.valueStream().filter(one -> one.path(field).asString("").equals(value)).toList();
    assertThat(found).as(list.toString()).hasSize(1);
    return found.get(0);
  }

  private static void by(JsonNode evidence, String who, String name) {
    var euid = evidence.path(who + "_lookup_euid").asString();
    assertThat(evidence.path(who + "_lookup_name").asString()).as(who).isEqualTo(name);
    var principal = lab.human.get("principals/" + euid).ok();
    assertThat(principal.path("principal_euid").asString()).isEqualTo(euid);
    assertThat(principal.path("name").asString()).isEqualTo(name);
    assertThat(principal.path("principal_key").asString()).isEqualTo(name);
  }

  private static JsonNode history(String subject) {
    return lab.operator.get("subjects/" + subject + "/history").ok();
  }

  private static String me(HttpApi as) {
    return as.get("/api/v1/me").ok().path("principal").asString();
  }

  @Test
  void holds_say_who_placed_and_who_released_them() {
    var subject = lab.enqueue(lab.queue());
    var hold =
        lab.operator
            .post(
                "actions/hold",
                TenantApi.body("subject_euid", subject, "hold_code", "QC", "reason", "look"))
            .ok()
            .path("hold_euid")
            .asString();
    var active = lab.operator.get("subjects/" + subject).ok().path("active_holds");
    by(only(active, "hold_euid", hold), "placed_by", me(lab.operator));
    assertThat(active.get(0).has("released_by_lookup_name")).isTrue();
    assertThat(active.get(0).path("released_by_lookup_name").isNull()).isTrue();
    lab.admin
        .post("actions/release-hold", TenantApi.body("hold_euid", hold, "reason", "fine"))
        .ok();
    var listed = lab.operator.get("holds?status=RELEASED&limit=500").ok().path("items");
    for (var list : List.of(listed, history(subject).path("holds"))) {
      by(only(list, "hold_euid", hold), "placed_by", me(lab.operator));
      by(only(list, "hold_euid", hold), "released_by", me(lab.admin));
    }
    assertThat(lab.operator.get("principals/" + hold).problem()).isEqualTo("NOT_FOUND");
    assertThat(lab.operator.get("principals/nobody").problem()).isEqualTo("NOT_FOUND");
  }

  @Test
  void dead_letters_say_who_resolved_them_and_show_their_last_record_and_lease() {
    var queue = lab.queue();
    var subject = lab.enqueue(queue);
    var worker = lab.worker();
    var claim = lab.claimOne(worker, queue);
    lab.service
        .post("actions/fail", TenantApi.on(worker, claim, "error_class", "PERMANENT_INPUT"))
        .ok();
    var open = lab.operator.get("subjects/" + subject).ok().path("dead_letter");
    var euid = open.path("dead_letter_euid").asString();
    var listed = lab.operator.get("dead-letter?queue_key=" + queue).ok().path("items");
    for (var letter : List.of(open, only(listed, "dead_letter_euid", euid))) {
      assertThat(letter.path("last_execution_record_lookup_euid"))
          .isEqualTo(claim.path("record_euid"));
      assertThat(letter.path("last_lease_lookup_euid")).isEqualTo(claim.path("lease_euid"));
      assertThat(letter.has("resolved_by_lookup_name")).isTrue();
    }
    lab.admin
        .post(
            "actions/resolve-dead-letter",
            TenantApi.body(
                "dead_letter_euid", euid, "resolution_state", "IGNORED", "reason", "known"))
        .ok();
    var after = lab.operator.get("dead-letter?queue_key=" + queue).ok().path("items");
    by(only(after, "dead_letter_euid", euid), "resolved_by", me(lab.admin));
    by(history(subject).path("dead_letters").get(0), "resolved_by", me(lab.admin));
  }

  @Test
  void a_lease_and_a_record_have_the_same_fields_in_every_answer_null_when_absent() {
    var queue = lab.queue();
    var subject = lab.enqueue(queue);
    var worker = lab.worker();
    var claim = lab.claimOne(worker, queue);
    var euid = claim.path("lease_euid").asString();
    var inspected = lab.operator.get("subjects/" + subject).ok().path("active_lease");
    var listed = lab.operator.get("leases?queue_key=" + queue).ok().path("items").get(0);
    var live =
        lab.operator.get("leases?status=ACTIVE&queue_key=" + queue).ok().path("items").get(0);
    var past = history(subject).path("leases").get(0);
    assertThat(List.of(listed, live, past)).allMatch(inspected::equals);
    assertThat(names(inspected))
        .contains(
            "lease_euid",
            "fencing_token",
            "status",
            "claimed_at",
            "heartbeat_at",
            "expires_at",
            "released_at",
            "release_reason",
            "attempt_number",
            "ttl_seconds",
            "next_action_key",
            "idempotency_key",
            "subject_revision_at_claim",
            "payload_hash",
            "subject_lookup_euid",
            "worker_lookup_euid",
            "worker_lookup_name",
            "queue_lookup_key",
            "record_lookup_euid",
            "progress")
        .doesNotContain("lease_token", "worker_euid", "queue_key", "record_euid");
    assertThat(inspected.path("released_at").isNull()).isTrue();
    assertThat(inspected.path("heartbeat_at")).isEqualTo(inspected.path("claimed_at"));
    assertThat(inspected.path("record_lookup_euid")).isEqualTo(claim.path("record_euid"));

    var running = history(subject).path("records").get(0);
    lab.service.post("actions/fail", TenantApi.on(worker, claim, "retryable", false)).ok();
    lab.operator
        .post("actions/requeue", TenantApi.body("subject_euid", subject, "reason", "x"))
        .ok();
    var records = history(subject).path("records");
    assertThat(records.size()).isEqualTo(2);
    for (var record : List.of(running, records.get(0), records.get(1))) {
      assertThat(names(record)).isEqualTo(names(running));
    }
    assertThat(names(running))
        .contains("error_code", "finished_at", "retryable", "lease_lookup_euid", "correlation");
    assertThat(records.get(1).path("lease_lookup_euid").isNull()).isTrue();
    assertThat(records.get(0).path("supersedes_lookup_euid").isNull()).isTrue();
    assertThat(records.get(1).path("supersedes_lookup_euid"))
        .as("the requeue's")
        .isEqualTo(records.get(0).path("record_euid"));
    assertThat(records.get(0).path("outputs")).isEmpty();
    var output = lab.enqueue(lab.queue());
    var next = lab.claimOne(worker, queue);
    lab.service
        .post("actions/complete", TenantApi.on(worker, next, "outputs", List.of(output)))
        .ok();
    var made =
        only(history(subject).path("records"), "record_euid", next.path("record_euid").asString());
    assertThat(made.path("outputs").valueStream().map(JsonNode::asString)).containsExactly(output);
    assertThat(names(made)).isEqualTo(names(running));
    var edge = lab.operator.get("subjects/" + output + "/lineage").ok().at("/edges/0");
    assertThat(edge.path("parent").asString()).isEqualTo(subject);
    assertThat(edge.path("relationship").asString()).isEqualTo("execution_subject_output");
    var ended = lab.operator.get("leases?queue_key=" + queue).ok().path("items").get(0);
    assertThat(names(ended)).isEqualTo(names(inspected));
    assertThat(only(history(subject).path("leases"), "lease_euid", euid)).isEqualTo(ended);
  }

  private static Set<String> names(JsonNode node) {
    return new TreeSet<>(node.propertyNames());
  }
}
