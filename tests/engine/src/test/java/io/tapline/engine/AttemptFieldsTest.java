package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.Code;
import io.tapline.api.CorrelationRefs;
import io.tapline.api.CorrelationRefsBuilder;
import io.tapline.api.ErrorClass;
import io.tapline.api.request.ClaimBuilder;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueLinks;
import io.tapline.api.request.QueueFields;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.Requeue;
import io.tapline.api.request.UpdateQueue;
import io.tapline.engine.model.AttemptCorrelation;
import io.tapline.engine.read.subject.SubjectFilter;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.tapdb.Json;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Fields that docs/requirements.md requires of leases and their records. */
class AttemptFieldsTest extends SourceFieldChecks {

  @Test
  void a_lease_and_its_record_show_every_field_of_their_templates_once_they_have_ended() {
    var subject = enqueueWith("next_action_key", "create_extraction", "meta.correlation_id", "c-1");
    failForGood(claimWithPayload());
    var history = reads().history().historyOf(lab.tenantId(), subject);
    has(
        history.leases().get(0),
        "lease_euid queue_lookup_key subject_lookup_euid worker_lookup_euid status claimed_at",
        "heartbeat_at expires_at released_at release_reason attempt_number ttl_seconds",
        "next_action_key idempotency_key subject_revision_at_claim payload_hash");
    has(
        history.records().get(0),
        "record_euid subject_lookup_euid queue_lookup_key worker_lookup_euid lease_lookup_euid",
        "next_action_key ending_action_key attempt_number status action_key idempotency_key"
            + " payload_hash expected_state start_state",
        "end_state start_revision end_revision started_at finished_at duration_ms retryable",
        "error_class error_code error_message correlation input_snapshot result_snapshot"
            + " policy_refs");
    assertThat(history.leases().get(0).has("lease_token"))
        .as("the token is for the one who claimed")
        .isFalse();
  }

  /** Not only that the fields are there: what each of them says of one attempt. */
  @Test
  void a_lease_and_its_record_say_of_an_attempt_what_was_so() {
    var subject = enqueueWith("next_action_key", "create_extraction");
    long revision = lab.envelope(subject).revision();
    var key = InspectedTenant.key();
    var claim =
        ClaimBuilder.builder()
            .meta(RequestMeta.key(key))
            .workerEuid(worker)
            .queueKey(QUEUE)
            .maxItems(1)
            .payload(Json.object().put("well", "A1"))
            .build();
    var item = lab.engine().claim(lab.service, claim).claims().get(0);
    advance(7);
    failForGood(item);
    var lease = reads().history().historyOf(lab.tenantId(), subject).leases().get(0);
    assertThat(evidence.template(item.leaseEuid())).isEqualTo("data/execution/queue_lease/1.0");
    says(
        lease,
        """
        {"queue_lookup_key": "%s", "subject_lookup_euid": "%s", "worker_lookup_euid": "%s",
         "status": "RELEASED", "attempt_number": 1, "ttl_seconds": 60,
         "next_action_key": "create_extraction", "idempotency_key": "%s",
         "subject_revision_at_claim": %d, "release_reason": "FAILED_TERMINAL"}
        """
            .formatted(QUEUE, subject, worker, key, revision));
    assertThat(lease.get("payload_hash").asString()).startsWith("sha256:");
    assertThat(between(lease, "claimed_at", "expires_at")).isEqualTo(60_000);
    assertThat(between(lease, "claimed_at", "heartbeat_at")).isZero();
    assertThat(between(lease, "claimed_at", "released_at")).isBetween(7_000L, 59_000L);

    var record = records(subject).get(0);
    assertThat(evidence.template(item.recordEuid()))
        .isEqualTo("data/execution/execution_record/1.0");
    says(
        record,
        """
        {"queue_lookup_key": "%s", "subject_lookup_euid": "%s", "worker_lookup_euid": "%s",
         "lease_lookup_euid": "%s", "attempt_number": 1, "status": "FAILED_TERMINAL",
         "idempotency_key": "%s", "expected_state": "READY", "start_state": "READY",
         "end_state": "FAILED_TERMINAL", "start_revision": %d, "end_revision": %d,
         "retryable": false, "error_class": "PERMANENT_INPUT", "error_code": "E42",
         "error_message": "no such well", "input_snapshot": {"well": "A1"},
         "result_snapshot": {"read": 0}, "policy_refs": ["%s@1"]}
        """
            .formatted(
                QUEUE,
                subject,
                worker,
                item.leaseEuid(),
                key,
                revision,
                lab.envelope(subject).revision(),
                evidence.queue(QUEUE)));
    assertThat(record.get("action_key").asString()).isEqualTo("create_extraction");
    assertThat(record.get("payload_hash")).isEqualTo(lease.get("payload_hash"));
    assertThat(record.get("started_at")).isEqualTo(lease.get("claimed_at"));
    assertThat(record.get("duration_ms").asLong())
        .isEqualTo(between(record, "started_at", "finished_at"));
  }

  @Test
  void a_record_names_the_policy_that_it_was_made_under_whatever_becomes_of_the_queue() {
    var queue = evidence.queue(QUEUE);
    var subject = lab.enqueue(QUEUE);
    lab.release(worker, lab.claimOne(worker, QUEUE));
    asAdmin(ttl(1, 30));
    var item = lab.claimOne(worker, QUEUE);
    asAdmin(ttl(2, 40));
    lab.complete(worker, item);
    lab.requeue(subject);
    assertThat(records(subject))
        .extracting(record -> record.get("policy_refs").toString())
        .containsExactly("[\"" + queue + "@1\"]", "[\"" + queue + "@2\"]", "[\"" + queue + "@3\"]");
  }

  /** However an attempt ends, and after that nothing can. */
  @Test
  void the_end_of_an_attempt_leaves_its_beginning_as_it_was() {
    lab.enqueue(QUEUE, 6);
    var items = lab.claim(worker, QUEUE, 6, true).claims();
    var begun = items.stream().map(item -> beginning(item.subjectEuid())).toList();
    lab.complete(worker, items.get(0));
    lab.fail(worker, items.get(1), ErrorClass.TRANSIENT_SYSTEM);
    failForGood(items.get(2));
    lab.cancel(items.get(3).subjectEuid(), false);
    lab.hold(items.get(4).subjectEuid());
    advance(61);
    lab.engine().sweep(lab.tenantId());
    assertThat(items).noneMatch(item -> evidence.status(item.recordEuid()).equals("STARTED"));
    assertThat(items.stream().map(item -> beginning(item.subjectEuid())).toList()).isEqualTo(begun);
  }

  private List<JsonNode> beginning(String subject) {
    var record = records(subject).get(0);
    has(record, "started_at attempt_number expected_state start_state payload_hash");
    return Stream.of(
            "started_at", "attempt_number", "expected_state", "start_state", "payload_hash")
        .map(record::get)
        .toList();
  }

  @Test
  void a_record_keeps_the_correlation_of_its_request_or_else_of_its_subject() {
    var subject = enqueueWith("meta.correlation_id", "order-7");
    var traced = new RequestMeta(InspectedTenant.key(), null, "4bf92f35");
    var claim =
        ClaimBuilder.builder()
            .meta(traced)
            .workerEuid(worker)
            .queueKey(QUEUE)
            .maxItems(1)
            .start(true)
            .build();
    lab.complete(worker, lab.engine().claim(lab.service, claim).claims().get(0));
    asOperator(
        AlteredRecord.with(
            Requeue.of(InspectedTenant.key(), subject, "again"),
            "meta.correlation_id",
            "ticket-9"));
    assertThat(records(subject))
        .extracting(record -> Json.read(record.get("correlation"), AttemptCorrelation.class))
        .containsExactly(
            AttemptCorrelation.of(null, "order-7", "4bf92f35"),
            AttemptCorrelation.of(null, "ticket-9", null));
  }

  /** Taken at enqueue, and in every record from then on, reconciliation and results included. */
  @Test
  void a_record_keeps_what_its_subject_belongs_to_in_the_systems_around() {
    var refs = new CorrelationRefs("TRX50001", "ACC30001", "RUN80001", "STEP80002");
    var subject =
        asOperator(
                AlteredRecord.with(
                    Enqueue.task(InspectedTenant.key(), QUEUE, null),
                    "ties",
                    Json.tree(EnqueueLinks.of(null, refs))))
            .subjectEuid();
    lab.fail(worker, lab.claimAndStart(worker, QUEUE), ErrorClass.PERMANENT_STATE);
    asOperator(Requeue.of(InspectedTenant.key(), subject, "again"));
    lab.complete(worker, lab.claimOne(worker, QUEUE));
    assertThat(lab.envelope(subject).correlation()).isEqualTo(refs);
    assertThat(records(subject)).hasSize(3);
    assertThat(records(subject))
        .extracting(record -> Json.read(record.get("correlation"), AttemptCorrelation.class))
        .containsOnly(AttemptCorrelation.of(refs, null, null));
    assertThat(records(subject).get(0).get("correlation").toString())
        .contains("\"trx_euid\":\"TRX50001\"", "\"correlation_id\":null");
    var by = lab.engine().reads().subjectLists();
    for (var one :
        List.of(
            CorrelationRefsBuilder.builder().trxEuid("TRX50001").build(),
            new CorrelationRefs(null, "ACC30001", null, null),
            new CorrelationRefs(null, null, "RUN80001", null),
            CorrelationRefsBuilder.builder().stepEuid("STEP80002").build(),
            refs)) {
      assertThat(by.page(lab.tenantId(), SubjectFilter.referred(one), 10, null).items())
          .extracting(item -> item.subjectEuid())
          .containsExactly(subject);
    }
    var other = new CorrelationRefs("TRX50001", null, "RUN80002", null);
    assertThat(by.page(lab.tenantId(), SubjectFilter.referred(other), 10, null).items()).isEmpty();
    assertThat(by.page(lab.tenantId(), SubjectFilter.search("ACC30001"), 10, null).items())
        .extracting(item -> item.subjectEuid())
        .containsExactly(subject);
    refused(
        Code.VALIDATION_FAILED,
        "correlation.trx_euid",
        () ->
            asOperator(
                AlteredRecord.with(
                    Enqueue.task(InspectedTenant.key(), QUEUE, null),
                    "ties",
                    Json.tree(
                        EnqueueLinks.of(
                            null, CorrelationRefsBuilder.builder().trxEuid("Jane Doe").build())))));
  }

  private List<JsonNode> records(String subject) {
    return reads().history().historyOf(lab.tenantId(), subject).records();
  }

  private static UpdateQueue ttl(long expectedRevision, int seconds) {
    var fields = QueueFields.builder().leaseTtlSeconds(seconds).build();
    return new UpdateQueue(
        RequestMeta.key(InspectedTenant.key()), QUEUE, expectedRevision, fields, "slower");
  }
}
