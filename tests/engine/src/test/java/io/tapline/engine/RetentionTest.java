package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;
import io.tapline.api.Limits;
import io.tapline.api.LineageView.Edge;
import io.tapline.api.ResolutionState;
import io.tapline.api.request.Clean;
import io.tapline.api.request.Complete;
import io.tapline.api.request.CreateQueue;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.PrepareBuilder;
import io.tapline.api.request.QueueFields;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.Requeue;
import io.tapline.api.request.ResolveDeadLetter;
import io.tapline.api.request.StatePrecondition;
import io.tapline.api.request.SwitchSubstrate;
import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.decide.LinkTypes;
import io.tapline.engine.model.QueuePolicy;
import io.tapline.engine.pipeline.BackgroundFailures;
import io.tapline.engine.read.lineage.LineageDirection;
import io.tapline.engine.read.subject.SubjectFilter;
import io.tapline.engine.store.ExpiredEvidence;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.Await;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.TimeText;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Finished work is put away in time, and its evidence goes when its term is over. */
class RetentionTest extends InspectedTenantTest {

  private static final String BRIEF = "brief";
  private static final int RETENTION = 2;
  private static final int EVIDENCE = 5;

  @AfterEach
  void nothing_is_broken() {
    assertThat(new InvariantChecker(lab.engine()).check(lab.tenantId())).isEmpty();
  }

  private String completed(String queue) {
    lab.enqueue(queue);
    var item = lab.claimAndStart(worker, queue);
    lab.complete(worker, item);
    return item.subjectEuid();
  }

  private InspectedTenant brief() {
    return lab.queue(
        BRIEF,
        InspectedTenant.fields(60, 3).toBuilder()
            .retentionDays(RETENTION)
            .evidenceDays(EVIDENCE)
            .build());
  }

  private static void days(int days) {
    test.advance(Duration.ofDays(days));
  }

  private String word(String subject) {
    return lab.subject(subject).status().substrate();
  }

  private int cleanUp() {
    return lab.engine().cleanUp(lab.tenantId());
  }

  private int retire() {
    return new EvidenceRetirement(lab.engine(), test.serving(), test.owner())
        .retire(lab.tenantId());
  }

  private long rows(String of, String subject) {
    return lab.count(
        of + " where tenant_id = ? and subject_uid = ?",
        lab.tenantId(),
        EuidMint.uidOf(subject).getAsLong());
  }

  private Instant retiredAt(String subject) {
    return lab.envelope(subject).retiredAt();
  }

  /** A subject that is cleaned and past its term. */
  private String due() {
    brief();
    var subject = completed(BRIEF);
    days(RETENTION);
    cleanUp();
    days(EVIDENCE);
    return subject;
  }

  @Test
  void finished_work_is_put_away_after_its_queues_retention_and_not_before() {
    brief();
    var soon = completed(BRIEF);
    var late = completed(QUEUE);
    days(RETENTION - 1);
    assertThat(cleanUp()).isZero();
    assertThat(word(soon)).isEqualTo("succeeded");
    days(1);
    assertThat(cleanUp()).isEqualTo(1);
    assertThat(word(soon)).isEqualTo("cleaned");
    assertThat(lab.subject(soon).status().task()).isNull();
    assertThat(lab.envelope(soon).state()).isEqualTo(ExecutionState.COMPLETED);
    assertThat(word(late)).isEqualTo("succeeded");
    assertThat(cleanUp()).as("once is enough").isZero();
    days(QueuePolicy.RETENTION_DAYS);
    lab.engine().sweep(lab.tenantId());
    assertThat(word(late)).as("the sweeper does it by itself").isEqualTo("cleaned");
  }

  @Test
  void it_is_an_action_with_its_event_and_a_revision() {
    brief();
    var subject = completed(BRIEF);
    long before = lab.envelope(subject).revision();
    days(RETENTION);
    cleanUp();
    assertThat(lab.envelope(subject).revision()).isEqualTo(before + 1);
    var action = evidence.actions(subject).get(evidence.actions(subject).size() - 1);
    assertThat(action.actionKey().wire()).isEqualTo("clean_subject");
    assertThat(action.actor()).isEqualTo("system:tapline");
    assertThat(action.events())
        .singleElement()
        .satisfies(event -> assertThat(event.type().wire()).isEqualTo("job_cleaned"));
  }

  @Test
  void failed_work_is_cleaned_once_its_dead_letter_is_resolved_and_cancelled_work_too() {
    brief();
    lab.enqueue(BRIEF);
    var dead = lab.claimAndStart(worker, BRIEF);
    var letter = lab.fail(worker, dead, ErrorClass.PERMANENT_INPUT).deadLetterEuid();
    var cancelled = lab.enqueue(BRIEF);
    lab.cancel(cancelled, false);
    var waiting = lab.enqueue(BRIEF);
    days(RETENTION);
    assertThat(cleanUp()).isEqualTo(1);
    assertThat(word(cancelled)).isEqualTo("cleaned");
    assertThat(word(dead.subjectEuid())).isEqualTo("dead_letter");
    refused(
        Code.STATE_CONFLICT,
        () ->
            asAdmin(
                new Clean(
                    RequestMeta.key("c"), dead.subjectEuid(), StatePrecondition.NOTHING, "now")));
    asOperator(
        new ResolveDeadLetter(
            RequestMeta.key("r"),
            StatePrecondition.NOTHING,
            letter,
            ResolutionState.IGNORED,
            "known"));
    assertThat(cleanUp()).isEqualTo(1);
    assertThat(word(dead.subjectEuid())).isEqualTo("cleaned");
    assertThat(word(waiting)).isEqualTo("queued");
    refused(
        Code.INVALID_TRANSITION,
        () -> asAdmin(new Clean(RequestMeta.key("c"), waiting, StatePrecondition.NOTHING, "now")));
  }

  @Test
  void nobody_can_put_work_away_before_its_time_or_twice() {
    brief();
    var subject = completed(BRIEF);
    refused(
        Code.STATE_CONFLICT,
        () -> asAdmin(new Clean(RequestMeta.key("a"), subject, StatePrecondition.NOTHING, "now")));
    days(RETENTION);
    asAdmin(new Clean(RequestMeta.key("b"), subject, StatePrecondition.NOTHING, "now"));
    refused(
        Code.STATE_CONFLICT,
        () ->
            asAdmin(new Clean(RequestMeta.key("c"), subject, StatePrecondition.NOTHING, "again")));
  }

  @Test
  void the_kill_switch_stills_both_sweeps() {
    brief();
    var subject = completed(BRIEF);
    days(RETENTION);
    asAdmin(new SwitchSubstrate(RequestMeta.key("off"), false, "stop"));
    var before = evidence.checksum();
    assertThat(cleanUp()).isZero();
    lab.engine().sweep(lab.tenantId());
    assertThat(evidence.checksum()).isEqualTo(before);
    asAdmin(new SwitchSubstrate(RequestMeta.key("on"), true, "go"));
    cleanUp();
    days(EVIDENCE);
    asAdmin(new SwitchSubstrate(RequestMeta.key("off again"), false, "stop"));
    var cleaned = evidence.checksum();
    assertThat(retire()).isZero();
    assertThat(evidence.checksum()).isEqualTo(cleaned);
    assertThat(rows("instance_lease", subject)).isEqualTo(1);
  }

  @Test
  void after_its_term_a_tombstone_replaces_the_work_its_properties_and_its_evidence() {
    brief();
    var enqueued =
        asOperator(
                AlteredRecord.with(
                    Enqueue.task("order-1", BRIEF, Json.object().put("barcode", "S-1")),
                    "subject_name",
                    "sample 1"))
            .subjectEuid();
    var item = lab.claimAndStart(worker, BRIEF);
    lab.releaseHold(lab.hold(enqueued).holdEuid());
    item = lab.claimAndStart(worker, BRIEF);
    lab.complete(worker, item);
    var other = completed(QUEUE);
    days(RETENTION);
    cleanUp();
    var before = lab.subject(enqueued);
    days(EVIDENCE - 1);
    assertThat(retire()).isZero();
    assertThat(rows("instance_lease", enqueued)).isEqualTo(2);
    days(1);
    assertThat(retire()).isEqualTo(1);
    assertThat(retire()).as("once").isZero();
    assertThat(rows("instance_lease", enqueued)).isZero();
    assertThat(rows("fact_row", enqueued)).isZero();
    assertThat(evidence.children(enqueued, "execution_subject_record")).isEmpty();
    assertThat(evidence.children(enqueued, "execution_subject_hold")).isEmpty();
    assertThat(rows("instance_lease", other)).as("another's evidence").isEqualTo(1);

    var retired = lab.subject(enqueued);
    assertThat(retired.subjectEuid()).isEqualTo(enqueued);
    assertThat(retired.templateCode()).isEqualTo(before.templateCode());
    assertThat(retired.subjectName()).isNull();
    assertThat(retired.properties()).isEqualTo(Json.object());
    assertThat(retired.status().substrate()).isEqualTo("cleaned");
    assertThat(retired.diagnostics().visibleInQueue()).isFalse();
    var execution = retired.execution();
    assertThat(execution.state()).isEqualTo(ExecutionState.COMPLETED);
    assertThat(execution.terminal()).isTrue();
    assertThat(execution.revision()).isEqualTo(before.execution().revision());
    assertThat(execution.cleanedAt()).isEqualTo(before.execution().cleanedAt());
    assertThat(execution.retiredAt()).isAfter(execution.cleanedAt());
    var summary = before.execution().summary();
    assertThat(execution.summary().queueKey()).isEqualTo(BRIEF);
    assertThat(execution.summary().startedAt()).isEqualTo(summary.startedAt());
    assertThat(execution.summary().finishedAt()).isEqualTo(summary.finishedAt());
    assertThat(execution.summary().cleanedBy()).isEqualTo("system:tapline");
    assertThat(execution.summary().cleanActionEuid()).isNotNull();
    assertThat(
            lab.engine()
                .reads()
                .subjectLists()
                .page(lab.tenantId(), SubjectFilter.search("S-1"), 10, null)
                .items())
        .as("its search keys are erased")
        .isEmpty();
  }

  @Test
  void bulky_properties_are_erased_with_their_link() {
    brief();
    var bulky = Json.object().put("barcode", "S-2").put("text", "x".repeat(3_000));
    var subject = asOperator(Enqueue.task("bulky", BRIEF, bulky)).subjectEuid();
    lab.complete(worker, lab.claimAndStart(worker, BRIEF));
    assertThat(evidence.children(subject, LinkTypes.SUBJECT_PROPERTIES)).hasSize(1);
    days(RETENTION);
    cleanUp();
    days(EVIDENCE);
    assertThat(retire()).isEqualTo(1);
    assertThat(evidence.children(subject, LinkTypes.SUBJECT_PROPERTIES)).isEmpty();
    assertThat(lab.count("instance_record where tenant_id = ?", lab.tenantId())).isZero();
    assertThat(lab.subject(subject).properties()).isEqualTo(Json.object());
  }

  @Test
  void search_keys_are_erased_also_those_of_former_values() {
    brief();
    var prepared =
        asOperator(
                PrepareBuilder.builder()
                    .meta(new RequestMeta("prepared", "case-1", null))
                    .templateCode(Enqueue.TASK)
                    .subjectName("sample 1")
                    .build())
            .subjectEuid();
    asOperator(
        EnqueueBuilder.builder()
            .meta(new RequestMeta("sent", "case-2", null))
            .subjectEuid(prepared)
            .queueKey(BRIEF)
            .expect(StatePrecondition.NOTHING)
            .build());
    lab.complete(worker, lab.claimAndStart(worker, BRIEF));
    assertThat(rows("subject_key", prepared)).as("a name and two cases").isEqualTo(3);
    days(RETENTION);
    cleanUp();
    days(EVIDENCE);
    assertThat(retire()).isEqualTo(1);
    assertThat(rows("subject_key", prepared)).isZero();
  }

  @Test
  void no_action_changes_retired_work_and_the_refusal_contains_the_time() {
    var subject = due();
    retire();
    refusedAsRetired(subject, () -> asOperator(Requeue.of("again", subject, "once more")));
    refusedAsRetired(
        subject,
        () -> asAdmin(new Clean(RequestMeta.key("c"), subject, StatePrecondition.NOTHING, "now")));
    refusedAsRetired(subject, () -> lab.hold(subject));
    refusedAsRetired(subject, () -> lab.cancel(subject, false));
    refusedAsRetired(
        subject,
        () ->
            asOperator(
                EnqueueBuilder.builder()
                    .meta(RequestMeta.key("in"))
                    .subjectEuid(subject)
                    .queueKey(BRIEF)
                    .expect(StatePrecondition.NOTHING)
                    .build()));
  }

  private void refusedAsRetired(String subject, ThrowingCallable call) {
    assertThat(refused(Code.STATE_CONFLICT, call).message())
        .startsWith("job " + subject + " was retired at " + TimeText.of(retiredAt(subject)));
  }

  @Test
  void a_requeue_that_waits_for_the_retirement_is_refused_and_one_that_comes_first_keeps_the_work()
      throws Exception {
    var first = due();
    var second = completed(BRIEF);
    days(RETENTION);
    cleanUp();
    days(EVIDENCE);
    var late =
        new TapDb(test.owner())
            .transaction(
                lab.tenantId(),
                tx -> {
                  var due = ExpiredEvidence.due(tx, List.of());
                  assertThat(due).hasSize(2);
                  // Committed before the lock, so that the second is not due any more.
                  asOperator(Requeue.of("second", second, "once more"));
                  assertThat(ExpiredEvidence.retire(tx, due)).isEqualTo(1);
                  var requeue =
                      CompletableFuture.supplyAsync(
                          () -> refusal(() -> asOperator(Requeue.of("first", first, "once more"))));
                  Await.until("the requeue waits", this::anyoneWaitsForALock);
                  return requeue;
                });
    assertThat(late.get(1, TimeUnit.MINUTES).message()).contains("was retired at");
    assertThat(retiredAt(first)).isNotNull();
    assertThat(word(second)).isEqualTo("queued");
  }

  private boolean anyoneWaitsForALock() {
    return test.in(
        lab.tenantId(),
        tx ->
            tx.query(
                    "select exists (select from pg_stat_activity where datname ="
                        + " current_database() and wait_event_type = 'Lock')",
                    row -> row.getBoolean(1))
                .get(0));
  }

  @Test
  void a_subject_that_cannot_be_retired_does_not_stop_the_others() {
    brief();
    var broken = completed(BRIEF);
    var whole = completed(BRIEF);
    days(RETENTION);
    cleanUp();
    days(EVIDENCE);
    evidence.tamper(
        "delete from tapline.fact_row where tenant_id = ? and action_code ="
            + " tapline.action_code('clean_subject') and subject_uid = "
            + EuidMint.uidOf(broken).getAsLong());
    var failures = lab.engine().failures();
    long before = failures.count(BackgroundFailures.Task.EVIDENCE_RETIREMENT);
    assertThat(retire()).isEqualTo(1);
    assertThat(failures.count(BackgroundFailures.Task.EVIDENCE_RETIREMENT)).isEqualTo(before + 1);
    assertThat(retiredAt(whole)).isNotNull();
    assertThat(retiredAt(broken)).isNull();
    assertThat(rows("instance_lease", broken)).isEqualTo(1);
    evidence.tamper(
        "update tapline.subject set retirable = null, evidence_until = null, cleaned_at = null,"
            + " summary = null, revision = revision - 1 where tenant_id = ? and uid = "
            + EuidMint.uidOf(broken).getAsLong());
  }

  @Test
  void a_living_output_keeps_where_it_came_from_when_the_evidence_of_its_maker_is_gone() {
    brief();
    var outputs = List.of(lab.enqueue("elsewhere"), lab.enqueue("elsewhere"));
    var source = lab.enqueue(BRIEF);
    // Two attempts with one output in common, one of them in another queue.
    completeWith(lab.claimAndStart(worker, BRIEF), outputs);
    asOperator(AlteredRecord.with(Requeue.of("again", source, "again"), "queue_key", QUEUE));
    completeWith(lab.claimAndStart(worker, QUEUE), outputs.subList(0, 1));
    asOperator(AlteredRecord.with(Requeue.of("last", source, "last"), "queue_key", BRIEF));
    completeWith(lab.claimAndStart(worker, BRIEF), List.of());
    var edges =
        outputs.stream().map(output -> new Edge(source, LinkTypes.SUBJECT_OUTPUT, output)).toList();
    assertThat(edges(source)).containsExactlyInAnyOrderElementsOf(edges);
    assertThat(evidence.children(source, LinkTypes.SUBJECT_OUTPUT)).as("no link yet").isEmpty();
    days(RETENTION);
    assertThat(cleanUp()).isEqualTo(1);
    assertThat(edges(source)).containsExactlyInAnyOrderElementsOf(edges);
    days(EVIDENCE);
    assertThat(retire()).isEqualTo(1);
    assertThat(evidence.children(source, "execution_subject_record")).isEmpty();
    assertThat(edges(source)).containsExactlyInAnyOrderElementsOf(edges);
    for (var output : outputs) {
      assertThat(edges(output)).contains(new Edge(source, LinkTypes.SUBJECT_OUTPUT, output));
      assertThat(evidence.parents(output, LinkTypes.SUBJECT_OUTPUT)).containsExactly(source);
    }
  }

  private void completeWith(ClaimAnswer.Item item, List<String> outputs) {
    asService(
        AlteredRecord.with(
            Complete.of(InspectedTenant.key(), item.subjectEuid(), worker, item.leaseEuid()),
            "outputs",
            outputs));
  }

  private List<Edge> edges(String root) {
    return lab.engine()
        .reads()
        .lineage()
        .lineageOf(lab.tenantId(), root, LineageDirection.BOTH, 3)
        .edges();
  }

  @Test
  void a_queue_may_keep_evidence_or_finished_work_for_ever() {
    lab.queue(
        "evidence-for-ever",
        InspectedTenant.fields(60, 3).toBuilder()
            .retentionDays(RETENTION)
            .evidenceDays(Limits.FOR_EVER)
            .build());
    lab.queue(
        "work-for-ever",
        InspectedTenant.fields(60, 3).toBuilder().retentionDays(Limits.FOR_EVER).build());
    brief();
    var evident = completed("evidence-for-ever");
    var whole = completed("work-for-ever");
    var gone = completed(BRIEF);
    days(QueuePolicy.RETENTION_DAYS + QueuePolicy.EVIDENCE_DAYS);
    assertThat(cleanUp()).isEqualTo(2);
    assertThat(word(evident)).isEqualTo("cleaned");
    assertThat(lab.envelope(evident).evidenceUntil()).isNull();
    assertThat(word(whole)).isEqualTo("succeeded");
    refused(
        Code.STATE_CONFLICT,
        () -> asAdmin(new Clean(RequestMeta.key("c"), whole, StatePrecondition.NOTHING, "now")));
    days(QueuePolicy.RETENTION_DAYS + QueuePolicy.EVIDENCE_DAYS);
    assertThat(retire()).isEqualTo(1);
    assertThat(rows("instance_lease", gone)).isZero();
    assertThat(rows("instance_lease", evident)).isEqualTo(1);
    assertThat(rows("instance_lease", whole)).isEqualTo(1);
    for (int days : new int[] {Limits.FOR_EVER - 1, Limits.KEPT_DAYS + 1}) {
      refused(
          Code.VALIDATION_FAILED,
          "evidence_days",
          () ->
              asAdmin(
                  new CreateQueue(
                      RequestMeta.key("q"),
                      "no",
                      QueueFields.builder().evidenceDays(days).build())));
      refused(
          Code.VALIDATION_FAILED,
          "retention_days",
          () ->
              asAdmin(
                  new CreateQueue(
                      RequestMeta.key("q"),
                      "no",
                      QueueFields.builder().retentionDays(days).build())));
    }
  }

  @Test
  void a_key_is_honoured_as_long_as_its_action_is_kept() {
    brief();
    var enqueue = Enqueue.task("order-1", BRIEF, Json.object());
    var first = asOperator(enqueue).subjectEuid();
    var item = lab.claimAndStart(worker, BRIEF);
    lab.complete(worker, item);
    days(RETENTION);
    cleanUp();
    assertThat(asOperator(enqueue).subjectEuid()).isEqualTo(first);
    days(EVIDENCE);
    retire();
    assertThat(asOperator(enqueue).subjectEuid()).isNotEqualTo(first);
    assertThat(lab.engine().reads().history().historyOf(lab.tenantId(), first).actions())
        .as("its actions are no longer in the feed")
        .isEmpty();
  }

  @Test
  void work_is_claimed_while_a_batch_is_being_retired() {
    brief();
    completed(BRIEF);
    days(RETENTION);
    cleanUp();
    days(EVIDENCE);
    lab.enqueue(BRIEF);
    var claimed =
        new TapDb(test.owner())
            .transaction(
                lab.tenantId(),
                tx -> {
                  assertThat(ExpiredEvidence.retire(tx, ExpiredEvidence.due(tx, List.of())))
                      .isEqualTo(1);
                  // The batch is not committed yet.
                  return List.of(
                      lab.claimAndStart(worker, BRIEF), lab.claimAndStart(worker, "elsewhere"));
                });
    assertThat(claimed).hasSize(2);
  }
}
