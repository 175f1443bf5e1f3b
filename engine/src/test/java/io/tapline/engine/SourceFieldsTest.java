package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.command.Claim;
import io.tapline.engine.command.Enqueue;
import io.tapline.engine.command.EnqueueLinks;
import io.tapline.engine.command.Fail;
import io.tapline.engine.command.Prepare;
import io.tapline.engine.command.QueueFields;
import io.tapline.engine.command.RegisterWorker;
import io.tapline.engine.command.RequestMeta;
import io.tapline.engine.command.Requeue;
import io.tapline.engine.command.StatePrecondition;
import io.tapline.engine.command.UpdateQueue;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.AttemptCorrelation;
import io.tapline.engine.model.ClaimAnswer;
import io.tapline.engine.model.Code;
import io.tapline.engine.model.CorrelationRefs;
import io.tapline.engine.model.DeadLetterReason;
import io.tapline.engine.model.ErrorClass;
import io.tapline.engine.model.EventType;
import io.tapline.engine.model.ExecutionState;
import io.tapline.engine.model.HoldState;
import io.tapline.engine.model.HoldStatus;
import io.tapline.engine.model.LeaseStatus;
import io.tapline.engine.model.RecordStatus;
import io.tapline.engine.model.ResolutionState;
import io.tapline.engine.model.Role;
import io.tapline.engine.model.WorkerStatus;
import io.tapline.engine.model.WorkerType;
import io.tapline.engine.read.ReadModels;
import io.tapline.engine.read.SubjectFilter;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.Database;
import io.tapline.tapdb.Json;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Every field, state and action that was asked for is there (docs/sources.md), and no table is that
 * was not.
 */
class SourceFieldsTest extends InspectedTenantTest {

  @Test
  void a_subject_shows_every_field_of_the_envelope() {
    var subject = Json.tree(reads().subjects().one(lab.tenantId(), lab.enqueue(QUEUE), null));
    has(
        subject.get("execution"),
        "state revision next_queue_key next_action_key priority ready_at due_at attempt_count",
        "max_attempts_override retry_at hold_state hold_reason cancel_requested terminal",
        "last_execution_record_euid queue_cache");
    has(subject.get("execution").get("queue_cache"), "current_queue_key computed_at");
  }

  /** With the values that it begins with; what is at its beginning may be left out of the row. */
  @Test
  void an_envelope_begins_as_was_asked_and_is_in_the_row_of_its_subject() {
    var euid =
        asOperator(
                new Prepare(RequestMeta.key(InspectedTenant.key()), Enqueue.TASK, null, null, null))
            .subjectEuid();
    var asked =
        Json.parse(
            """
            {"state": "PENDING", "revision": 1, "next_queue_key": null, "next_action_key": null,
             "priority": 0, "ready_at": null, "due_at": null, "attempt_count": 0,
             "max_attempts_override": null, "retry_at": null, "hold_state": "NONE",
             "hold_reason": null, "cancel_requested": false, "terminal": false,
             "last_execution_record_euid": null}
            """);
    var told = Json.tree(reads().subjects().one(lab.tenantId(), euid, null)).get("execution");
    var row = evidence.properties(euid).get("execution");
    for (var field : asked.propertyNames()) {
      assertThat(told.get(field)).as(field).isEqualTo(asked.get(field));
      assertThat(row.has(field) ? row.get(field) : asked.get(field))
          .as(field + " in the row")
          .isEqualTo(asked.get(field));
    }
    var moved = enqueueWith("priority", 7, "due_at", "2100-01-01T00:00:00Z", "max_attempts", 2);
    lab.fail(worker, lab.claimAndStart(worker, QUEUE), ErrorClass.TRANSIENT_SYSTEM);
    lab.hold(moved);
    says(
        evidence.properties(moved).get("execution"),
        """
        {"state": "HELD", "revision": 4, "next_queue_key": "%s", "priority": 7,
         "due_at": "2100-01-01T00:00:00.000000Z", "attempt_count": 1, "max_attempts_override": 2,
         "hold_state": "ACTIVE", "hold_reason": "contaminated?"}
        """
            .formatted(QUEUE));
    assertThat(evidence.properties(moved).get("execution").hasNonNull("ready_at")).isTrue();
    assertThat(evidence.properties(moved).get("execution").hasNonNull("retry_at")).isTrue();
    lab.cancel(moved, false);
    says(
        evidence.properties(moved).get("execution"),
        "{\"state\": \"CANCELED\", \"terminal\": true, \"hold_state\": \"TERMINAL\"}");
  }

  @Test
  void a_queue_shows_every_field_of_its_template() {
    var queue = Json.tree(reads().queues().one(lab.tenantId(), QUEUE));
    has(
        queue,
        "queue_key display_name enabled manual_only operator_visible dispatch_priority",
        "subject_template_codes eligible_states required_worker_capabilities site_scope",
        "platform_scope assay_scope lease_ttl_seconds max_attempts_default retry_policy",
        "selection_policy diagnostics_enabled revision disabled_reason");
    has(
        queue.get("retry_policy"),
        "mode initial_delay_seconds backoff_factor max_delay_seconds jitter_fraction");
    assertThat(queue.get("selection_policy").get("order").toString())
        .isEqualTo(
            "[\"priority_desc\",\"due_at_asc\",\"ready_at_asc\",\"created_dt_asc\",\"euid_asc\"]");
  }

  @Test
  void a_queue_that_names_only_what_it_takes_has_the_policy_that_was_asked_for() {
    lab.queue("plain", QueueFields.builder().subjectTemplateCodes(List.of(Enqueue.TASK)).build());
    var queue = Json.tree(reads().queues().one(lab.tenantId(), "plain"));
    var asked =
        Json.parse(
            """
            {"queue_key": "plain", "enabled": true, "manual_only": false, "operator_visible": true,
             "dispatch_priority": 100, "subject_template_codes": ["data/execution/task/1.0"],
             "eligible_states": ["READY", "FAILED_RETRYABLE"], "required_worker_capabilities": [],
             "site_scope": [], "platform_scope": [], "assay_scope": [], "max_attempts_default": 5,
             "diagnostics_enabled": true, "revision": 1, "disabled_reason": null}
            """);
    for (var field : asked.propertyNames()) {
      assertThat(queue.get(field)).as(field).isEqualTo(asked.get(field));
    }
    var retry = queue.get("retry_policy");
    assertThat(retry.get("mode").asString()).isEqualTo("EXPONENTIAL_BACKOFF");
    assertThat(retry.get("initial_delay_seconds").asDouble()).isEqualTo(60);
    assertThat(retry.get("backoff_factor").asDouble()).isEqualTo(2);
    assertThat(retry.get("max_delay_seconds").asDouble()).isEqualTo(3600);
    assertThat(evidence.template(evidence.queue("plain"))).isEqualTo("data/execution/queue/1.0");
    refused(Code.STATE_CONFLICT, () -> lab.queue("plain"));
  }

  /**
   * What it says at its start is what it is, and a second start under its key is the same object.
   */
  @Test
  void a_worker_is_what_it_registers_as_and_one_object_however_often() {
    var first = registered("Extractor 1", "sfo", 3, "sha-1", "pod-1", "pid-1");
    var profile = evidence.properties(first);
    assertThat(evidence.template(first)).isEqualTo("actor/system/worker/1.0");
    assertThat(profile.get("worker_key").asString()).isEqualTo("worker://lab/extractor-1");
    assertThat(profile.get("display_name").asString()).isEqualTo("Extractor 1");
    assertThat(profile.get("worker_type").asString()).isEqualTo("INSTRUMENT_ADAPTER");
    assertThat(profile.get("status").asString()).isEqualTo("ONLINE");
    assertThat(profile.get("capabilities").toString()).isEqualTo("[\"wetlab.extraction\"]");
    assertThat(profile.get("site_scope").toString()).isEqualTo("[\"sfo\"]");
    assertThat(profile.get("platform_scope").toString()).isEqualTo("[\"illumina\"]");
    assertThat(profile.get("assay_scope").toString()).isEqualTo("[\"wgs\"]");
    assertThat(profile.get("max_concurrent_leases").asInt()).isEqualTo(3);
    assertThat(profile.get("heartbeat_ttl_seconds").asInt()).isEqualTo(90);
    assertThat(profile.get("build_version").asString()).isEqualTo("sha-1");
    assertThat(profile.get("host").asString()).isEqualTo("pod-1");
    assertThat(profile.get("process_identity").asString()).isEqualTo("pid-1");

    assertThat(registered("Extractor One", "oak", 5, "sha-2", "pod-2", "pid-2")).isEqualTo(first);
    var again = evidence.properties(first);
    assertThat(again.get("display_name").asString()).isEqualTo("Extractor One");
    assertThat(again.get("site_scope").toString()).isEqualTo("[\"oak\"]");
    assertThat(again.get("max_concurrent_leases").asInt()).isEqualTo(5);
    assertThat(again.get("build_version").asString()).isEqualTo("sha-2");
    assertThat(again.get("host").asString()).isEqualTo("pod-2");
    assertThat(again.get("process_identity").asString()).isEqualTo("pid-2");
    assertThat(again.get("revision").asLong()).isGreaterThan(profile.get("revision").asLong());
    assertThat(
            lab.count(
                "instance_registry where tenant_id = ?"
                    + " and json_addl #>> '{properties,worker_key}' = 'worker://lab/extractor-1'",
                lab.tenantId()))
        .isEqualTo(1);
  }

  private String registered(
      String name, String site, int leases, String build, String host, String process) {
    return asService(
            new RegisterWorker(
                RequestMeta.key(InspectedTenant.key()),
                "worker://lab/extractor-1",
                name,
                WorkerType.INSTRUMENT_ADAPTER,
                List.of("wetlab.extraction"),
                List.of(site),
                List.of("illumina"),
                List.of("wgs"),
                leases,
                90,
                build,
                host,
                process))
        .workerEuid();
  }

  @Test
  void a_worker_shows_every_field_of_its_template() {
    has(
        Json.tree(reads().workers().one(lab.tenantId(), worker)),
        "worker_key display_name worker_type status capabilities site_scope platform_scope",
        "assay_scope max_concurrent_leases heartbeat_at heartbeat_ttl_seconds build_version host",
        "process_identity drain_requested disabled_reason last_error_at last_error_class revision");
  }

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
        new Claim(
            RequestMeta.key(key), worker, QUEUE, null, 1, false, Json.object().put("well", "A1"));
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

  private static void says(JsonNode document, String fields) {
    var asked = Json.parse(fields);
    for (var field : asked.propertyNames()) {
      assertThat(document.get(field)).as(field).isEqualTo(asked.get(field));
    }
  }

  private static long between(JsonNode document, String from, String to) {
    return Duration.between(
            Instant.parse(document.get(from).asString()),
            Instant.parse(document.get(to).asString()))
        .toMillis();
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
    var claim = new Claim(traced, worker, QUEUE, null, 1, true, null);
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
            new CorrelationRefs("TRX50001", null, null, null),
            new CorrelationRefs(null, "ACC30001", null, null),
            new CorrelationRefs(null, null, "RUN80001", null),
            new CorrelationRefs(null, null, null, "STEP80002"),
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
                            null, new CorrelationRefs("Jane Doe", null, null, null))))));
  }

  @Test
  void a_hold_and_a_dead_letter_show_every_field_of_their_templates() {
    var held = lab.enqueue(QUEUE);
    lab.releaseHold(lab.hold(held).holdEuid());
    has(
        reads().history().historyOf(lab.tenantId(), held).holds().get(0),
        "subject_lookup_euid queue_lookup_key placed_by_lookup_euid status hold_code reason",
        "placed_at released_at released_by_lookup_euid");
    var note = reads().history().historyOf(lab.tenantId(), held).holds().get(0);
    says(
        note,
        """
        {"subject_lookup_euid": "%s", "queue_lookup_key": "%s", "status": "RELEASED",
         "reason": "contaminated?"}
        """
            .formatted(held, QUEUE));
    assertThat(note.get("hold_code").asString()).isNotBlank();
    assertThat(between(note, "placed_at", "released_at")).isNotNegative();
    var placed =
        asOperator(
            new Prepare(RequestMeta.key(InspectedTenant.key()), Enqueue.TASK, null, null, null));
    lab.hold(placed.subjectEuid());
    assertThat(
            reads()
                .history()
                .historyOf(lab.tenantId(), placed.subjectEuid())
                .holds()
                .get(0)
                .get("queue_lookup_key")
                .isNull())
        .as("a hold on what is in no queue")
        .isTrue();
    lab.cancel(held, false);

    var dead = enqueueWith("meta.correlation_id", "c-1");
    var item = failForGood(lab.claimAndStart(worker, QUEUE));
    lab.requeue(dead);
    var letter = reads().history().historyOf(lab.tenantId(), dead).deadLetters().get(0);
    has(
        letter,
        "subject_lookup_euid queue_lookup_key last_execution_record_lookup_euid",
        "last_lease_lookup_euid dead_lettered_at failure_count error_class error_message",
        "resolution_state resolved_by_lookup_euid resolved_at");
    says(
        letter,
        """
        {"subject_lookup_euid": "%s", "queue_lookup_key": "%s",
         "last_execution_record_lookup_euid": "%s", "last_lease_lookup_euid": "%s",
         "failure_count": 1, "error_class": "PERMANENT_INPUT", "error_message": "no such well",
         "resolution_state": "REQUEUED"}
        """
            .formatted(dead, QUEUE, item.recordEuid(), item.leaseEuid()));
    assertThat(between(letter, "dead_lettered_at", "resolved_at")).isNotNegative();
    assertThat(evidence.template(evidence.children(dead, "execution_subject_dead_letter").get(0)))
        .isEqualTo("data/execution/dead_letter/1.0");
    assertThat(evidence.template(evidence.children(held, "execution_subject_hold").get(0)))
        .isEqualTo("data/execution/hold/1.0");
    // What an incident needs: why, where in the work, and who had it last.
    has(
        letter,
        "reason_code last_error attempts last_owner last_lease_expires_at correlation_id stage");
  }

  @Test
  void there_are_nine_states() {
    assertThat(Arrays.stream(ExecutionState.values()).map(Enum::name))
        .containsExactlyInAnyOrder(
            "PENDING",
            "READY",
            "RUNNING",
            "WAITING_EXTERNAL",
            "FAILED_RETRYABLE",
            "FAILED_TERMINAL",
            "HELD",
            "CANCELED",
            "COMPLETED");
  }

  /**
   * Each word by itself: that there are so many of them does not say that they are the right ones.
   */
  @Test
  void every_status_has_the_words_that_were_asked_for() {
    assertThat(words(LeaseStatus.values()))
        .isEqualTo("ACTIVE RELEASED COMPLETED EXPIRED ABANDONED CANCELED");
    assertThat(words(RecordStatus.values()))
        .isEqualTo("STARTED SUCCEEDED FAILED_RETRYABLE FAILED_TERMINAL CANCELED EXPIRED");
    assertThat(words(WorkerStatus.values())).isEqualTo("ONLINE OFFLINE DRAINING DISABLED RETIRED");
    assertThat(words(WorkerType.values())).isEqualTo("SERVICE HUMAN_SESSION INSTRUMENT_ADAPTER");
    assertThat(words(HoldState.values())).isEqualTo("NONE ACTIVE TERMINAL");
    assertThat(words(HoldStatus.values())).isEqualTo("ACTIVE RELEASED");
    assertThat(words(ResolutionState.values())).isEqualTo("OPEN REQUEUED CANCELED IGNORED");
    assertThat(words(Role.values())).isEqualTo("WORKER_SERVICE WORKER_HUMAN OPERATOR ADMIN");
    assertThat(DeadLetterReason.REASON_CODES)
        .containsExactlyInAnyOrder(
            "parse_error",
            "validation_failed",
            "dependency_unavailable",
            "timeout",
            "exhausted_retries",
            "policy_violation",
            "infrastructure_failure",
            "compensation_failed");
    assertThat(DeadLetterReason.STAGES)
        .containsExactlyInAnyOrder("fetch", "input", "exec", "output", "commit");
    assertThat(Arrays.stream(EventType.values()).map(EventType::wire))
        .contains(
            "job_claimed",
            "job_started",
            "job_lease_renewed",
            "job_heartbeat",
            "job_succeeded",
            "job_failed",
            "job_cancelled",
            "job_dead_lettered",
            "job_compensated");
  }

  private static String words(Enum<?>[] values) {
    return Arrays.stream(values).map(Enum::name).collect(Collectors.joining(" "));
  }

  @Test
  void every_action_has_a_template_in_the_pack() {
    var templates = Engine.PACK.templates().stream().map(template -> template.code()).toList();
    assertThat(templates)
        .containsAll(
            Arrays.stream(ActionKey.values())
                .map(action -> "action/execution/" + action.wire() + "/1.0")
                .toList());
    for (var asked :
        List.of(
            "register_worker",
            "heartbeat_worker",
            "claim_queue_item",
            "renew_queue_lease",
            "release_queue_lease",
            "complete_queue_execution",
            "fail_queue_execution",
            "place_execution_hold",
            "release_execution_hold",
            "requeue_subject",
            "cancel_subject_execution",
            "expire_queue_lease")) {
      assertThat(templates).contains("action/execution/" + asked + "/1.0");
    }
    assertThat(templates)
        .contains(
            "data/execution/queue/1.0",
            "data/execution/queue_lease/1.0",
            "actor/system/worker/1.0",
            "data/execution/execution_record/1.0",
            "data/execution/hold/1.0",
            "data/execution/dead_letter/1.0");
  }

  @Test
  void all_that_is_kept_is_in_templates_instances_and_lineage() throws SQLException {
    // The instances are four tables: the work, its attempts, what was done, and documents of all
    // else. Beside them, of the database and not of any work: the clock's offset, which lives of
    // the cluster
    // were served from, which roles stand for which
    // tenants, and Flyway's own notes.
    assertThat(tables())
        .containsExactlyInAnyOrder(
            "generic_template",
            "instance",
            "subject",
            "attempt_shown",
            "fact",
            "lineage_link",
            "clock_offset",
            "cluster_life",
            "tenant_role",
            "schema_history");
  }

  /** Time is kept by whoever serves, not by a timer in the database. */
  @Test
  void nothing_but_plain_postgresql_is_needed() throws SQLException {
    try (var admin = test.admin();
        var rows = admin.createStatement().executeQuery("select extname from pg_extension")) {
      var extensions = new ArrayList<String>();
      while (rows.next()) {
        extensions.add(rows.getString(1));
      }
      assertThat(extensions).containsExactly("plpgsql");
    }
    try (var admin = test.admin();
        var rows =
            admin
                .createStatement()
                .executeQuery(
                    "select count(*) from pg_constraint where contype = 'f'"
                        + " and connamespace = 'tapline'::regnamespace")) {
      rows.next();
      assertThat(rows.getInt(1)).as("foreign keys").isZero();
    }
    assertThat(Database.OLDEST_POSTGRES).isEqualTo(15);
  }

  private List<JsonNode> records(String subject) {
    return reads().history().historyOf(lab.tenantId(), subject).records();
  }

  private static UpdateQueue ttl(long expectedRevision, int seconds) {
    var fields = QueueFields.builder().leaseTtlSeconds(seconds).build();
    return new UpdateQueue(
        RequestMeta.key(InspectedTenant.key()), QUEUE, expectedRevision, fields, "slower");
  }

  private ClaimAnswer.Item claimWithPayload() {
    var claim =
        new Claim(
            RequestMeta.key(InspectedTenant.key()),
            worker,
            QUEUE,
            null,
            1,
            true,
            Json.object().put("well", "A1"));
    return lab.engine().claim(lab.service, claim).claims().get(0);
  }

  private ClaimAnswer.Item failForGood(ClaimAnswer.Item item) {
    asService(
        new Fail(
            RequestMeta.key(InspectedTenant.key()),
            item.subjectEuid(),
            worker,
            item.leaseEuid(),
            StatePrecondition.NOTHING,
            null,
            ErrorClass.PERMANENT_INPUT,
            "E42",
            "no such well",
            null,
            null,
            null,
            Json.object().put("read", 0),
            false,
            null));
    return item;
  }

  private String enqueueWith(Object... namesAndValues) {
    return asOperator(
            AlteredRecord.with(
                Enqueue.task(InspectedTenant.key(), QUEUE, Json.object()), namesAndValues))
        .subjectEuid();
  }

  private ReadModels reads() {
    return lab.engine().reads();
  }

  private static void has(JsonNode document, String... names) {
    for (var name : String.join(" ", names).split(" ")) {
      assertThat(document.has(name)).as(name + " in " + document).isTrue();
    }
  }

  private static List<String> tables() throws SQLException {
    try (var admin = test.admin();
        var rows =
            admin
                .createStatement()
                .executeQuery(
                    "select relname from pg_class where relkind in ('r', 'p', 'm', 'f')"
                        + " and not relispartition and relnamespace not in"
                        + " ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)")) {
      var names = new ArrayList<String>();
      while (rows.next()) {
        names.add(rows.getString(1));
      }
      return names;
    }
  }
}
