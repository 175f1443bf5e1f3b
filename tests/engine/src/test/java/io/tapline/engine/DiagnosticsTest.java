package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ActionKey;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;
import io.tapline.api.QueueMetrics;
import io.tapline.api.Scope;
import io.tapline.api.request.Dispatch;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.Prepare;
import io.tapline.api.request.QueueFields;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.RetireQueue;
import io.tapline.api.request.StatePrecondition;
import io.tapline.api.request.UpdateQueue;
import io.tapline.engine.model.Reason;
import io.tapline.engine.model.ReasonCode;
import io.tapline.engine.read.subject.SubjectFilter;
import io.tapline.engine.read.subject.SubjectView;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** For each exclusion, the inspector says why the subject is not in its queue. */
class DiagnosticsTest extends InspectedTenantTest {

  @Test
  void a_visible_subject_has_no_reason_to_wait() {
    var subject = view(lab.enqueue(QUEUE));
    assertThat(subject.diagnostics().visibleInQueue()).isTrue();
    assertThat(subject.diagnostics().currentQueueKey()).isEqualTo(QUEUE);
    assertThat(subject.diagnostics().reasons()).isEmpty();
    assertThat(subject.properties().get("sample").asString()).isEqualTo("S-1");
  }

  @Test
  void why_not_visible_active_hold() {
    var subject = lab.enqueue(QUEUE);
    lab.hold(subject);
    assertOnly(subject, ReasonCode.ACTIVE_HOLD, ReasonCode.STATE_NOT_ELIGIBLE);
    assertThat(view(subject).activeHolds()).hasSize(1);
  }

  @Test
  void why_not_visible_active_lease() {
    lab.enqueue(QUEUE);
    var item = lab.claimOne(worker, QUEUE);
    assertOnly(item.subjectEuid(), ReasonCode.ACTIVE_LEASE);
    var lease = view(item.subjectEuid()).activeLease();
    assertThat(lease.get("worker_lookup_euid").asString()).isEqualTo(worker);
    assertThat(lease.has("lease_token")).isFalse();
  }

  @Test
  void why_not_visible_retry_window_not_reached() {
    lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    lab.fail(worker, item, ErrorClass.TRANSIENT_SYSTEM);
    assertOnly(item.subjectEuid(), ReasonCode.RETRY_WINDOW_NOT_REACHED);
  }

  @Test
  void why_not_visible_not_ready_yet() {
    var subject = enqueue(QUEUE, "ready_at", evidence.now().plus(Duration.ofDays(3)));
    assertOnly(subject, ReasonCode.NOT_READY_YET);
  }

  @Test
  void why_not_visible_next_queue_key_missing() {
    var subject =
        asOperator(
                new Prepare(
                    RequestMeta.key(InspectedTenant.key()), Enqueue.TASK, "prepared", null, null))
            .subjectEuid();
    assertOnly(subject, ReasonCode.NEXT_QUEUE_KEY_MISSING);
  }

  @Test
  void why_not_visible_state_not_eligible() {
    lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    dispatch(item, null);
    assertOnly(item.subjectEuid(), ReasonCode.STATE_NOT_ELIGIBLE);
  }

  @Test
  void why_not_visible_external_overdue() {
    lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    dispatch(item, item.expiresAt());
    advance(100);
    assertThat(codes(item.subjectEuid())).contains(ReasonCode.EXTERNAL_OVERDUE);
    assertThat(lab.envelope(item.subjectEuid()).state()).isEqualTo(ExecutionState.WAITING_EXTERNAL);
    assertThat(lab.engine().reads().queues().metrics(lab.tenantId()))
        .filteredOn(metrics -> metrics.queueKey().equals(QUEUE))
        .extracting(QueueMetrics::externalOverdue)
        .containsExactly(1L);
  }

  @Test
  void why_not_visible_queue_disabled() {
    var subject = lab.enqueue(QUEUE);
    var disabled = QueueFields.builder().enabled(false).disabledReason("instrument down").build();
    asAdmin(
        new UpdateQueue(
            RequestMeta.key(InspectedTenant.key()), QUEUE, 1L, disabled, "instrument down"));
    assertThat(codes(subject)).containsExactly(ReasonCode.QUEUE_DISABLED);
    assertThat(view(subject).diagnostics().visibleInQueue()).isFalse();
    assertThat(lab.engine().reads().queues().one(lab.tenantId(), QUEUE).figures().queueDepth())
        .isZero();
  }

  @Test
  void why_not_visible_queue_unknown() {
    var subject = lab.enqueue(QUEUE);
    asAdmin(new RetireQueue(RequestMeta.key(InspectedTenant.key()), QUEUE, "replaced", null));
    assertOnly(subject, ReasonCode.QUEUE_UNKNOWN);
  }

  @Test
  void why_not_visible_capability_mismatch() {
    lab.queue("sequencing", InspectedTenant.fields(60, 3, "wetlab.run_start"));
    var subject = lab.enqueue("sequencing");
    assertThat(codes(subject)).containsExactly(ReasonCode.CAPABILITY_MISMATCH);
    assertThat(view(subject).diagnostics().visibleInQueue()).isTrue();
    var able = lab.worker("sequencer", 1, "wetlab.run_start");
    assertThat(codes(subject)).isEmpty();
    var reads = lab.engine().reads().subjects();
    assertThat(reads.one(lab.tenantId(), subject, worker).diagnostics().reasons())
        .extracting(Reason::code)
        .containsExactly(ReasonCode.CAPABILITY_MISMATCH);
    assertThat(reads.one(lab.tenantId(), subject, able).diagnostics().reasons()).isEmpty();
  }

  @Test
  void why_not_visible_worker_unavailable() {
    lab.queue("sequencing", InspectedTenant.fields(60, 3, "wetlab.run_start"));
    var subject = lab.enqueue("sequencing");
    var able = lab.worker("sequencer", 1, "wetlab.run_start");
    for (var verb : List.of(ActionKey.DRAIN_WORKER, ActionKey.DISABLE_WORKER)) {
      lab.administer(verb, able);
      assertThat(codes(subject)).as(verb.wire()).containsExactly(ReasonCode.WORKER_UNAVAILABLE);
      assertThat(
              lab.engine()
                  .reads()
                  .subjects()
                  .one(lab.tenantId(), subject, able)
                  .diagnostics()
                  .reasons())
          .extracting(Reason::code)
          .containsExactly(ReasonCode.WORKER_UNAVAILABLE);
      lab.administer(ActionKey.ENABLE_WORKER, able);
      assertThat(codes(subject)).isEmpty();
    }
  }

  @Test
  void why_not_visible_scope_mismatch() {
    lab.queue(
        "sfo_only", InspectedTenant.fields(60, 3).toBuilder().siteScope(List.of("sfo")).build());
    var elsewhere = enqueue("sfo_only", "scope", new Scope("nyc", null, null));
    assertOnly(elsewhere, ReasonCode.SCOPE_MISMATCH);
  }

  @Test
  void why_not_visible_cancel_requested() {
    lab.enqueue(QUEUE);
    var item = lab.claimOne(worker, QUEUE);
    lab.cancel(item.subjectEuid(), true);
    assertOnly(item.subjectEuid(), ReasonCode.ACTIVE_LEASE, ReasonCode.CANCEL_REQUESTED);
  }

  @Test
  void why_not_visible_terminal_state() {
    var subject = lab.enqueue(QUEUE);
    lab.cancel(subject, false);
    assertThat(codes(subject)).contains(ReasonCode.TERMINAL_STATE);
    assertThat(view(subject).diagnostics().visibleInQueue()).isFalse();
  }

  @Test
  void why_not_visible_attempts_exhausted() {
    lab.queue("once", InspectedTenant.fields(60, 1));
    lab.enqueue("once");
    var item = lab.claimAndStart(worker, "once");
    advance(61);
    assertThat(codes(item.subjectEuid())).contains(ReasonCode.ATTEMPTS_EXHAUSTED);
    assertThat(view(item.subjectEuid()).diagnostics().visibleInQueue()).isFalse();
    assertThat(view(item.subjectEuid()).status().v1()).isEqualTo("dead_lettered");
  }

  @Test
  void reasons_are_sentences_for_people() {
    lab.queue(
        "sfo_only",
        InspectedTenant.fields(60, 3).toBuilder()
            .siteScope(List.of("sfo", "bos"))
            .platformScope(List.of("ILMN"))
            .build());
    var nowhere = enqueue("sfo_only", "scope", new Scope("nyc", null, null));
    assertThat(messages(nowhere))
        .contains(
            "queue sfo_only is for site sfo or bos, and the job is for nyc; and for platform ILMN,"
                + " and the job names no platform");

    lab.queue("by_hand", InspectedTenant.fields(60, 3).toBuilder().manualOnly(true).build());
    assertThat(messages(lab.enqueue("by_hand")))
        .containsExactly(
            "no worker that is online can serve queue by_hand, which is for people only, and no"
                + " person is signed in to work");
    lab.queue("sequencing", InspectedTenant.fields(60, 3, "wetlab.run_start", "platform.ILMN"));
    var sequenced = lab.enqueue("sequencing");
    assertThat(messages(sequenced))
        .containsExactly(
            "no worker that is online can serve queue sequencing, which asks for wetlab.run_start"
                + " and platform.ILMN");
    assertThat(
            lab.engine()
                .reads()
                .subjects()
                .one(lab.tenantId(), sequenced, worker)
                .diagnostics()
                .reasons())
        .extracting(Reason::message)
        .containsExactly(
            "worker " + worker + " lacks wetlab.run_start and platform.ILMN for queue sequencing");

    var held = lab.enqueue(QUEUE);
    lab.hold(held);
    assertThat(messages(held))
        .contains("it is HELD; queue " + QUEUE + " takes READY and FAILED_RETRYABLE");
    for (var one : List.of(nowhere, sequenced, held)) {
      assertThat(messages(one)).noneMatch(text -> text.matches(".*(\\[|null|=).*"));
    }
  }

  private List<String> messages(String subject) {
    return view(subject).diagnostics().reasons().stream().map(Reason::message).toList();
  }

  @Test
  void a_queue_with_diagnostics_turned_off_tells_no_reasons_and_says_so() {
    lab.queue("quiet", InspectedTenant.fields(60, 3).toBuilder().diagnosticsEnabled(false).build());
    var subject = lab.enqueue("quiet");
    lab.hold(subject);
    var quiet = view(subject).diagnostics();
    assertThat(quiet.diagnosticsEnabled()).isFalse();
    assertThat(quiet.reasons()).isEmpty();
    assertThat(quiet.visibleInQueue()).isFalse();
    var filter = SubjectFilter.queue("quiet", null, null);
    assertThat(lab.engine().reads().subjectLists().page(lab.tenantId(), filter, 50, null).items())
        .extracting(item -> item.why())
        .containsExactly("diagnostics_off");

    asAdmin(
        new UpdateQueue(
            RequestMeta.key(InspectedTenant.key()),
            "quiet",
            1L,
            QueueFields.builder().diagnosticsEnabled(true).build(),
            "look"));
    assertThat(view(subject).diagnostics().diagnosticsEnabled()).isTrue();
    assertThat(codes(subject)).contains(ReasonCode.ACTIVE_HOLD);
  }

  private String enqueue(String queue, String field, Object value) {
    return asOperator(
            AlteredRecord.with(Enqueue.task(InspectedTenant.key(), queue, null), field, value))
        .subjectEuid();
  }

  private void dispatch(ClaimAnswer.Item item, Instant deadline) {
    asService(
        new Dispatch(
            RequestMeta.key(InspectedTenant.key()),
            item.subjectEuid(),
            worker,
            item.leaseEuid(),
            StatePrecondition.NOTHING,
            "slurm-1",
            deadline,
            null));
  }

  private void assertOnly(String subject, ReasonCode... expected) {
    assertThat(codes(subject)).containsExactlyInAnyOrder(expected);
    assertThat(view(subject).diagnostics().visibleInQueue()).isFalse();
  }

  private List<ReasonCode> codes(String subject) {
    return view(subject).diagnostics().reasons().stream()
        .map(Reason::code)
        .filter(code -> code != ReasonCode.CAPABILITY_MISMATCH || !workerSilent())
        .toList();
  }

  /** The clock moved past the worker's heartbeat in some tests; that is not what they are about. */
  private boolean workerSilent() {
    return lab.engine().reads().workers().one(lab.tenantId(), worker).heartbeatLagSeconds() > 60;
  }

  private SubjectView view(String subject) {
    return lab.engine().reads().subjects().one(lab.tenantId(), subject, null);
  }
}
