package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ActionKey;
import io.tapline.api.Code;
import io.tapline.api.ExecutionState;
import io.tapline.api.request.CreateQueue;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.QueueFields;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.RetireQueue;
import io.tapline.api.request.UpdateQueue;
import io.tapline.engine.action.ActionTable;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A queue is policy: named fields change, its key and templates never do. */
class QueueRulesTest extends InspectedTenantTest {

  @Test
  void an_update_changes_the_named_fields_only() {
    var before = evidence.properties(evidence.queue(QUEUE));
    asAdmin(update(QUEUE, 1, QueueFields.NONE, "lease_ttl_seconds", 30));
    var after = (tools.jackson.databind.node.ObjectNode) evidence.properties(evidence.queue(QUEUE));
    assertThat(after.get("lease_ttl_seconds").asInt()).isEqualTo(30);
    assertThat(after.get("revision").asInt()).isEqualTo(2);
    after.put("lease_ttl_seconds", 60).put("revision", 1);
    assertThat(after).isEqualTo(before);
    lab.enqueue(QUEUE);
    assertThat(lab.claimOne(worker, QUEUE).ttlSeconds()).isEqualTo(30);
  }

  @Test
  void a_queue_that_names_no_lease_has_a_minute_and_one_for_people_a_quarter_of_an_hour() {
    var none = QueueFields.builder().subjectTemplateCodes(List.of(Enqueue.TASK));
    lab.queue("for-services", none.build());
    lab.queue("for-people", none.manualOnly(true).build());
    lab.queue("own", none.leaseTtlSeconds(30).build());
    assertThat(ttl("for-services")).isEqualTo(60);
    assertThat(ttl("for-people")).isEqualTo(900);
    assertThat(ttl("own")).isEqualTo(30);
    // Another worker can claim the job of a crashed worker after a minute.
    lab.enqueue("for-services");
    lab.claimOne(worker, "for-services");
    advance(61);
    assertThat(lab.claimOne(lab.worker("w2"), "for-services").attemptNumber()).isEqualTo(2);
  }

  @Test
  void a_queue_says_how_often_its_work_is_renewed_and_the_claim_passes_it_on() {
    var fields = QueueFields.builder().subjectTemplateCodes(List.of(Enqueue.TASK));
    lab.queue("third", fields.build());
    lab.queue("own", fields.leaseTtlSeconds(120).heartbeatIntervalSeconds(15).build());
    lab.enqueue("third");
    lab.enqueue("own");
    assertThat(lab.claimOne(worker, "third").heartbeatIntervalSeconds()).isEqualTo(20);
    var claimed = lab.claimOne(worker, "own");
    assertThat(claimed.heartbeatIntervalSeconds()).isEqualTo(15);
    // The interval of the claim stays with its lease.
    asAdmin(update("own", 1, QueueFields.NONE, "heartbeat_interval_seconds", 0));
    assertThat(evidence.properties(claimed.leaseEuid()).get("heartbeat_interval_seconds").asInt())
        .isEqualTo(15);
    lab.enqueue("own");
    assertThat(lab.claimOne(worker, "own").heartbeatIntervalSeconds()).isEqualTo(40);
  }

  @Test
  void two_renewals_may_fail_whatever_a_queue_says() {
    refused(
        Code.VALIDATION_FAILED,
        "heartbeat_interval_seconds",
        () -> asAdmin(update(QUEUE, 1, QueueFields.NONE, "heartbeat_interval_seconds", 301)));
    asAdmin(update(QUEUE, 1, QueueFields.NONE, "heartbeat_interval_seconds", 10));
    refused(
        Code.VALIDATION_FAILED,
        "heartbeat_interval_seconds",
        () -> asAdmin(update(QUEUE, 2, QueueFields.NONE, "lease_ttl_seconds", 29)));
  }

  private int ttl(String queue) {
    return evidence.properties(evidence.queue(queue)).get("lease_ttl_seconds").asInt();
  }

  @Test
  void part_of_a_retry_policy_may_be_named() {
    asAdmin(
        update(
            QUEUE,
            1,
            QueueFields.NONE,
            "retry_policy",
            Json.parse("{\"initial_delay_seconds\": 5}")));
    var retry = evidence.properties(evidence.queue(QUEUE)).get("retry_policy");
    assertThat(retry.get("initial_delay_seconds").asInt()).isEqualTo(5);
    assertThat(retry.get("max_delay_seconds").asInt()).isEqualTo(60);
  }

  @Test
  void an_update_needs_the_revision_it_was_made_for() {
    refused(
        Code.REVISION_CONFLICT,
        () -> asAdmin(update(QUEUE, 2, QueueFields.NONE, "manual_only", true)));
    refused(
        Code.VALIDATION_FAILED,
        "expected_revision",
        () ->
            asAdmin(
                new UpdateQueue(
                    RequestMeta.key(InspectedTenant.key()),
                    QUEUE,
                    null,
                    QueueFields.NONE,
                    "no revision")));
  }

  /** Each is mutable, and each counts from then on. */
  @Test
  void terms_retries_capabilities_visibility_and_priority_may_be_changed() {
    asAdmin(
        update(
            QUEUE,
            1,
            QueueFields.NONE,
            "lease_ttl_seconds",
            30,
            "retry_policy",
            Json.parse("{\"initial_delay_seconds\": 5}"),
            "required_worker_capabilities",
            List.of("wetlab.extraction"),
            "operator_visible",
            false,
            "dispatch_priority",
            100_000));
    var policy = lab.engine().reads().queues().one(lab.tenantId(), QUEUE).policy();
    assertThat(policy.operatorVisible()).isFalse();
    lab.enqueue(QUEUE);
    refused(Code.CAPABILITY_MISMATCH, () -> lab.claim(worker, QUEUE));
    var able = lab.worker("able", 5, "wetlab.extraction");
    var item = lab.claim(able, null).claims().get(0);
    assertThat(item.queueKey()).as("before the others").isEqualTo(QUEUE);
    assertThat(item.ttlSeconds()).isEqualTo(30);
    lab.fail(able, item, io.tapline.api.ErrorClass.TRANSIENT_SYSTEM);
    assertThat(lab.claim(able, QUEUE).claims()).isEmpty();
    advance(5);
    assertThat(lab.claim(able, QUEUE).claims()).hasSize(1);
  }

  /** The key says which queue is meant: there is no field that would give it another. */
  @Test
  void a_queue_key_cannot_be_changed() {
    var body =
        Json.parse("{\"queue_key\": \"other\", \"expected_revision\": 1, \"enabled\": true}");
    refused(
        Code.NOT_FOUND,
        "queue_key",
        () ->
            asAdmin(
                ActionTable.of(ActionKey.UPDATE_QUEUE).read(body, InspectedTenant.key(), null)));
    for (var name : List.of("new_queue_key", "key", "rename_to")) {
      var renaming =
          Json.object().put("queue_key", QUEUE).put("expected_revision", 1).put(name, "other");
      refused(
          Code.VALIDATION_FAILED,
          name,
          () -> ActionTable.of(ActionKey.UPDATE_QUEUE).read(renaming, InspectedTenant.key(), null));
    }
  }

  @Test
  void subject_template_codes_cannot_be_changed() {
    refused(
        Code.VALIDATION_FAILED,
        "subject_template_codes",
        () ->
            asAdmin(
                update(
                    QUEUE, 1, QueueFields.NONE, "subject_template_codes", List.of(Enqueue.TASK))));
  }

  @Test
  void there_is_one_order_and_no_other() {
    var fixed =
        List.of("priority_desc", "due_at_asc", "ready_at_asc", "created_dt_asc", "euid_asc");
    lab.queue(
        "fixed",
        AlteredRecord.with(InspectedTenant.fields(60, 3), "selection_policy.order", fixed));
    var other = List.of("ready_at_asc", "priority_desc");
    refused(
        Code.VALIDATION_FAILED,
        "selection_policy.order",
        () ->
            lab.queue(
                "o",
                AlteredRecord.with(
                    InspectedTenant.fields(60, 3), "selection_policy.order", other)));
  }

  @Test
  void eligible_states_are_ready_and_failed_retryable_or_a_part_of_them() {
    refused(
        Code.VALIDATION_FAILED,
        "eligible_states",
        () ->
            lab.queue(
                "o",
                AlteredRecord.with(
                    InspectedTenant.fields(60, 3), "eligible_states", List.of("RUNNING"))));
    lab.queue(
        "first",
        AlteredRecord.with(InspectedTenant.fields(60, 3), "eligible_states", List.of("READY")));
    var subject = lab.enqueue("first");
    lab.fail(worker, lab.claimOne(worker, "first"), io.tapline.api.ErrorClass.TRANSIENT_SYSTEM);
    advance(61);
    assertThat(lab.claim(worker, "first").claims()).isEmpty();
    lab.requeue(subject);
    assertThat(lab.claim(worker, "first").claims()).hasSize(1);
  }

  @Test
  void one_queue_per_key() {
    refused(Code.STATE_CONFLICT, () -> lab.queue(QUEUE));
  }

  @Test
  void a_queue_with_work_is_not_replaced_by_another_until_the_work_is_moved() {
    lab.enqueue(QUEUE, 2);
    lab.hold(lab.enqueue(QUEUE));
    lab.claimOne(worker, QUEUE);
    assertThat(
            refused(
                    Code.STATE_CONFLICT,
                    () ->
                        asAdmin(
                            new RetireQueue(
                                RequestMeta.key(InspectedTenant.key()),
                                QUEUE,
                                "replaced",
                                "elsewhere")))
                .message())
        .contains("3 jobs")
        .contains("requeue them to elsewhere")
        .contains("leave_waiting");
    var left =
        asAdmin(
            new RetireQueue(
                RequestMeta.key(InspectedTenant.key()),
                QUEUE,
                "replaced",
                "elsewhere",
                true,
                null));
    assertThat(left.document().path("waiting_subjects").asInt()).isEqualTo(3);
  }

  @Test
  void retiring_a_queue_tells_how_many_subjects_it_leaves() {
    lab.enqueue(QUEUE, 2);
    var retired =
        asAdmin(new RetireQueue(RequestMeta.key(InspectedTenant.key()), QUEUE, "old", null));
    assertThat(retired.document().path("waiting_subjects").asInt()).isEqualTo(2);
  }

  @Test
  void the_same_enqueue_to_a_successor_under_the_same_key_is_a_replay() {
    var enqueue = Enqueue.task(InspectedTenant.key(), QUEUE, null);
    var first = asOperator(enqueue).subjectEuid();
    for (int i = 0; i < 2; i++) {
      asAdmin(new RetireQueue(RequestMeta.key(InspectedTenant.key()), QUEUE, "old", null));
      lab.queue(QUEUE);
      var again = asOperator(enqueue);
      assertThat(again.replayed()).isTrue();
      assertThat(again.subjectEuid()).isEqualTo(first);
      refused(
          Code.IDEMPOTENCY_CONFLICT,
          () ->
              asOperator(
                  Enqueue.task(
                      enqueue.meta().idempotencyKey(), QUEUE, Json.object().put("other", true))));
    }
    assertThat(asOperator(Enqueue.task(InspectedTenant.key(), QUEUE, null)).replayed()).isFalse();
  }

  @Test
  void retiring_frees_the_key_for_a_successor_and_leases_outlive_the_queue() {
    var old = evidence.queue(QUEUE);
    var subject = lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    asAdmin(
        new RetireQueue(
            RequestMeta.key(InspectedTenant.key()), QUEUE, "replaced", "elsewhere", true, null));
    assertThat(evidence.children(old, "execution_queue_replaced_by"))
        .containsExactly(evidence.queue("elsewhere"));
    refused(Code.NOT_FOUND, "queue_key", () -> lab.enqueue(QUEUE));
    refused(Code.NOT_FOUND, "queue_key", () -> lab.claim(worker, QUEUE));
    lab.renew(worker, item);
    lab.complete(worker, item);
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.COMPLETED);
    lab.queue(QUEUE);
    assertThat(evidence.queue(QUEUE)).isNotEqualTo(old);
    lab.enqueue(QUEUE);
    assertThat(lab.claim(worker, QUEUE).claims()).hasSize(1);
  }

  @Test
  void a_queue_does_not_replace_itself() {
    refused(
        Code.VALIDATION_FAILED,
        "replaced_by",
        () ->
            asAdmin(new RetireQueue(RequestMeta.key(InspectedTenant.key()), QUEUE, "old", QUEUE)));
  }

  @Test
  void a_disabled_queue_shows_nothing() {
    lab.enqueue(QUEUE);
    asAdmin(
        update(QUEUE, 1, QueueFields.NONE, "enabled", false, "disabled_reason", "instrument down"));
    assertThat(refused(Code.QUEUE_DISABLED, () -> lab.claim(worker, QUEUE)).message())
        .contains("instrument down");
    asAdmin(update(QUEUE, 2, QueueFields.NONE, "enabled", true));
    assertThat(evidence.properties(evidence.queue(QUEUE)).hasNonNull("disabled_reason")).isFalse();
    assertThat(lab.claim(worker, QUEUE).claims()).hasSize(1);
  }

  @Test
  void a_signal_queue_refuses_data_at_any_depth() {
    lab.queue(
        "signals",
        AlteredRecord.with(InspectedTenant.fields(60, 3), "payload_policy", "SIGNAL_ONLY"));
    var data = Json.parse("{\"ref\": \"s3://x\", \"more\": [{\"Password\": \"x\"}]}");
    refused(
        Code.PAYLOAD_REFUSED,
        "properties.more.0.Password",
        () -> asOperator(Enqueue.task(InspectedTenant.key(), "signals", data)));
    asOperator(Enqueue.task(InspectedTenant.key(), "signals", Json.parse("{\"ref\": \"s3://x\"}")));
  }

  @Test
  void a_queue_takes_only_its_templates() {
    lab.queue(
        "tubes",
        AlteredRecord.with(
            InspectedTenant.fields(60, 3),
            "subject_template_codes",
            List.of("content/material/specimen/1.0")));
    refused(Code.VALIDATION_FAILED, "queue_key", () -> lab.enqueue("tubes"));
    refused(
        Code.NOT_FOUND,
        "subject_template_codes",
        () ->
            asAdmin(
                new CreateQueue(
                    RequestMeta.key(InspectedTenant.key()),
                    "q",
                    AlteredRecord.with(
                        InspectedTenant.fields(60, 3),
                        "subject_template_codes",
                        List.of("data/execution/queue/1.0")))));
  }

  private static UpdateQueue update(
      String queue, long revision, QueueFields none, Object... fields) {
    return new UpdateQueue(
        RequestMeta.key(InspectedTenant.key()),
        queue,
        revision,
        AlteredRecord.with(none, fields),
        "better");
  }
}
