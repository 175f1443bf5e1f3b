package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.Code;
import io.tapline.api.ErrorClass;
import io.tapline.api.WorkerType;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.PrepareBuilder;
import io.tapline.api.request.QueueFields;
import io.tapline.api.request.RegisterWorkerBuilder;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.tapdb.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Fields that docs/requirements.md requires of subjects, queues, workers and holds. */
class SourceFieldsTest extends SourceFieldChecks {

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
                PrepareBuilder.builder()
                    .meta(RequestMeta.key(InspectedTenant.key()))
                    .templateCode(Enqueue.TASK)
                    .build())
            .subjectEuid();
    var requested =
        Json.parse(
            """
            {"state": "PENDING", "revision": 1, "next_queue_key": null, "next_action_key": null,
             "priority": 0, "ready_at": null, "due_at": null, "attempt_count": 0,
             "max_attempts_override": null, "retry_at": null, "hold_state": "NONE",
             "hold_reason": null, "cancel_requested": false, "terminal": false,
             "last_execution_record_euid": null,
             "queue_cache": {"current_queue_key": null, "computed_at": null}}
            """);
    var shown = Json.tree(reads().subjects().one(lab.tenantId(), euid, null)).get("execution");
    var row = evidence.properties(euid).get("execution");
    for (var field : requested.propertyNames()) {
      assertThat(shown.get(field)).as(field).isEqualTo(requested.get(field));
      assertThat(row.get(field)).as(field + " in the row").isEqualTo(requested.get(field));
    }
    lab.enqueue(QUEUE);
    assertThat(found("(e ->> 'terminal')::boolean = false")).isEqualTo(found("true"));
    assertThat(found("(e ->> 'cancel_requested')::boolean = false")).isEqualTo(found("true"));
    assertThat(found("e ->> 'hold_state' <> 'ACTIVE'")).isEqualTo(found("true"));
    assertThat(found("e ? 'next_queue_key' and e ? 'retry_at'")).isEqualTo(found("true"));
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

  /** Number of subjects that a filter on the documents finds. */
  private long found(String condition) {
    return lab.count(
        "generic_instance s cross join lateral (select s.json_addl #> '{properties,execution}' as"
            + " e) x where s.tenant_id = ? and s.storage_class = 'subject' and "
            + condition.replace("?", "??"),
        lab.tenantId());
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
    var requested =
        Json.parse(
            """
            {"queue_key": "plain", "enabled": true, "manual_only": false, "operator_visible": true,
             "dispatch_priority": 100, "subject_template_codes": ["data/execution/task/1.0"],
             "eligible_states": ["READY", "FAILED_RETRYABLE"], "required_worker_capabilities": [],
             "site_scope": [], "platform_scope": [], "assay_scope": [], "max_attempts_default": 5,
             "diagnostics_enabled": true, "revision": 1, "disabled_reason": null}
            """);
    for (var field : requested.propertyNames()) {
      assertThat(queue.get(field)).as(field).isEqualTo(requested.get(field));
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
   * The profile is that of the registration, and a second registration under the key updates the
   * object.
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

  @Test
  void a_worker_shows_every_field_of_its_template() {
    has(
        Json.tree(reads().workers().one(lab.tenantId(), worker)),
        "worker_key display_name worker_type status capabilities site_scope platform_scope",
        "assay_scope max_concurrent_leases heartbeat_at heartbeat_ttl_seconds build_version host",
        "process_identity drain_requested disabled_reason last_error_at last_error_class revision");
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
            PrepareBuilder.builder()
                .meta(RequestMeta.key(InspectedTenant.key()))
                .templateCode(Enqueue.TASK)
                .build());
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
    // The fields for an incident: reason, stage and last worker.
    has(
        letter,
        "reason_code last_error attempts last_owner last_lease_expires_at correlation_id stage");
  }

  private String registered(
      String name, String site, int leases, String build, String host, String process) {
    return asService(
            RegisterWorkerBuilder.builder()
                .meta(RequestMeta.key(InspectedTenant.key()))
                .workerKey("worker://lab/extractor-1")
                .displayName(name)
                .workerType(WorkerType.INSTRUMENT_ADAPTER)
                .capabilities(List.of("wetlab.extraction"))
                .siteScope(List.of(site))
                .platformScope(List.of("illumina"))
                .assayScope(List.of("wgs"))
                .maxConcurrentLeases(leases)
                .heartbeatTtlSeconds(90)
                .buildVersion(build)
                .host(host)
                .processIdentity(process)
                .build())
        .workerEuid();
  }
}
