package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;
import io.tapline.api.LineageView.Edge;
import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.command.Clean;
import io.tapline.engine.command.Complete;
import io.tapline.engine.command.CreateQueue;
import io.tapline.engine.command.Enqueue;
import io.tapline.engine.command.Limits;
import io.tapline.engine.command.QueueFields;
import io.tapline.engine.command.RequestMeta;
import io.tapline.engine.command.Requeue;
import io.tapline.engine.command.ResolveDeadLetter;
import io.tapline.engine.command.StatePrecondition;
import io.tapline.engine.command.SwitchSubstrate;
import io.tapline.engine.decide.LinkTypes;
import io.tapline.engine.model.QueuePolicy;
import io.tapline.engine.model.ResolutionState;
import io.tapline.engine.read.lineage.LineageDirection;
import io.tapline.engine.store.ExpiredEvidence;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.TapDb;
import java.time.Duration;
import java.util.List;
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
        of
            + " where tenant_id = ? and subject_uid = (select uid from tapline.instance_subject"
            + " where tenant_id = ? and euid = ?)",
        lab.tenantId(),
        lab.tenantId(),
        subject);
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
  void after_its_term_all_evidence_is_gone_but_the_action_that_cleaned_the_work() {
    brief();
    var enqueued =
        asOperator(Enqueue.task("order-1", BRIEF, Json.object().put("sample", "S-1")))
            .subjectEuid();
    var item = lab.claimAndStart(worker, BRIEF);
    lab.releaseHold(lab.hold(enqueued).holdEuid());
    item = lab.claimAndStart(worker, BRIEF);
    lab.complete(worker, item);
    var other = completed(QUEUE);
    days(RETENTION);
    cleanUp();
    days(EVIDENCE - 1);
    assertThat(retire()).isZero();
    assertThat(rows("instance_lease", enqueued)).isEqualTo(2);
    days(1);
    assertThat(retire()).isEqualTo(1);
    assertThat(retire()).as("once").isZero();
    assertThat(rows("instance_lease", enqueued)).isZero();
    assertThat(rows("fact", enqueued)).isEqualTo(1);
    assertThat(evidence.children(enqueued, "execution_subject_record")).isEmpty();
    assertThat(evidence.children(enqueued, "execution_subject_hold")).isEmpty();
    assertThat(evidence.actions(enqueued).get(0).actionKey().wire()).isEqualTo("clean_subject");
    assertThat(lab.subject(enqueued).properties().path("sample").asString()).isEqualTo("S-1");
    assertThat(word(enqueued)).isEqualTo("cleaned");
    assertThat(rows("instance_lease", other)).as("another's evidence").isEqualTo(1);
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
  void a_key_is_honoured_as_long_as_its_action_is_kept_and_the_feed_goes_on() {
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
    asOperator(AlteredRecord.with(Requeue.of("again", first, "again"), "queue_key", BRIEF));
    assertThat(word(first)).isEqualTo("queued");
    assertThat(lab.envelope(first).cleanedAt()).isNull();
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
                  assertThat(ExpiredEvidence.retire(tx)).isEqualTo(1);
                  // The batch is not committed yet.
                  return List.of(
                      lab.claimAndStart(worker, BRIEF), lab.claimAndStart(worker, "elsewhere"));
                });
    assertThat(claimed).hasSize(2);
  }
}
