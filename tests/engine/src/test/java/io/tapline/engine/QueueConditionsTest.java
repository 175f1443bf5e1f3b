package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.ErrorClass;
import io.tapline.api.QueueItem;
import io.tapline.api.Scope;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.QueueFields;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.UpdateQueue;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.read.queue.ItemFilter;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.engine.testing.TamperedSubjects;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.TimeText;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each condition of being in a queue, broken by itself and behind everybody's back: list, depth,
 * age, inspector and claim all leave the subject out, and only that one. The rule is looked up in
 * three ways, by place in the queue, by time and by lapsed lease, so each is asked.
 */
class QueueConditionsTest extends InspectedTenantTest {

  private static final String BENCH = "bench";
  private static final Scope HERE = new Scope("sfo", "ILMN", "wgs");

  /** The reason why the subject is visible, which determines the statement that finds it. */
  enum Way {
    READY,
    MATURED,
    LAPSED
  }

  enum Broken {
    OTHER_QUEUE,
    STATE,
    TERMINAL,
    CANCEL_REQUESTED,
    HOLD_STATE,
    LINKED_HOLD,
    TEMPLATE,
    SITE,
    NO_SITE,
    PLATFORM,
    ASSAY,
    DELETED,
    LEASE,
    RETRY_AT,
    READY_AT
  }

  /** No action leaves this beside an active lease; a claim would settle the lapse and find it. */
  private static final Broken NEVER_UNDER_A_LEASE = Broken.STATE;

  static Stream<Arguments> all() {
    return Stream.of(Way.values())
        .flatMap(way -> Stream.of(Broken.values()).map(broken -> Arguments.of(way, broken)))
        // A lapse sets the time from which its subject is ready, and ends no lease by itself. The
        // database refuses a lease of finished work.
        .filter(
            one ->
                one.get()[0] != Way.LAPSED
                    || !List.of(Broken.LEASE, Broken.RETRY_AT, Broken.READY_AT, Broken.TERMINAL)
                        .contains(one.get()[1]));
  }

  @ParameterizedTest
  @MethodSource("all")
  void a_subject_that_breaks_one_condition_is_in_no_list_count_age_or_claim(
      Way way, Broken broken) {
    lab.queue(
        BENCH,
        InspectedTenant.fields(60, 3).toBuilder()
            .subjectTemplateCodes(List.of(Enqueue.TASK))
            .siteScope(List.of("sfo", "oak"))
            .platformScope(List.of("ILMN"))
            .assayScope(List.of("wgs"))
            .build());
    var subject = visible(way);
    var witness = enqueue();
    seen(2, 100, subject, witness);
    breakIt(broken, subject);
    seen(1, 0, witness);
    assertThat(diagnosed(subject)).as("diagnosed as visible").isFalse();
    if (way == Way.LAPSED && broken == NEVER_UNDER_A_LEASE) {
      return;
    }
    // No action marks a subject deleted, so no verb that names one has to ask.
    assertThat(broken != Broken.DELETED && claimedByName(subject)).as("claimed by name").isFalse();
    assertThat(lab.claim(worker, BENCH, 10, false).claims())
        .extracting(ClaimAnswer.Item::subjectEuid)
        .containsExactly(witness);
  }

  @Test
  void a_disabled_queue_shows_nothing_to_anyone() {
    lab.queue(BENCH);
    for (var way : Way.values()) {
      visible(way);
    }
    assertThat(items()).hasSize(3);
    var disabled = QueueFields.builder().enabled(false).disabledReason("instrument down").build();
    asAdmin(new UpdateQueue(RequestMeta.key(InspectedTenant.key()), BENCH, 1L, disabled, null));
    assertThat(items()).isEmpty();
    assertThat(depth()).isZero();
    refused(Code.QUEUE_DISABLED, () -> lab.claim(worker, BENCH));
  }

  @Test
  void a_retry_counts_from_its_retry_time_and_not_from_when_it_was_first_ready() {
    var retried = lab.enqueue(QUEUE);
    lab.fail(worker, lab.claimAndStart(worker, QUEUE), ErrorClass.TRANSIENT_SYSTEM);
    var meanwhile = lab.enqueue(QUEUE);
    advance(60);
    assertThat(lab.engine().reads().queues().items(lab.tenantId(), QUEUE, ItemFilter.NONE, 9, null))
        .extracting(page -> page.items().stream().map(QueueItem::subjectEuid).toList())
        .isEqualTo(List.of(meanwhile, retried));
    assertThat(lab.claim(worker, QUEUE, 9, false).claims())
        .extracting(ClaimAnswer.Item::subjectEuid)
        .containsExactly(meanwhile, retried);
  }

  @Test
  void an_item_says_what_orders_it() {
    lab.queue(BENCH);
    var due = evidence.now().plusSeconds(900);
    var subject =
        asOperator(AlteredRecord.with(task(), "priority", 7, "due_at", TimeText.of(due)))
            .subjectEuid();
    var item = item();
    assertThat(item.subjectEuid()).isEqualTo(subject);
    assertThat(item.priority()).isEqualTo(7);
    assertThat(item.dueAt()).isEqualTo(due);
    assertThat(item.readyAt()).isEqualTo(item.queueReadyTimestamp()).isNotNull();
    assertThat(item.createdAt()).isNotNull();
    assertThat(item.retryAt()).isNull();
    lab.fail(worker, lab.claimAndStart(worker, BENCH), ErrorClass.TRANSIENT_SYSTEM);
    advance(60);
    assertThat(item().attemptCount()).isEqualTo(1);
    assertThat(item().retryAt()).isEqualTo(item().queueReadyTimestamp()).isAfter(item.readyAt());
  }

  private QueueItem item() {
    return lab.engine()
        .reads()
        .queues()
        .items(lab.tenantId(), BENCH, ItemFilter.NONE, 1, null)
        .items()
        .get(0);
  }

  /** A subject of the bench that has been visible for a hundred seconds. */
  private String visible(Way way) {
    if (way == Way.MATURED) {
      var later =
          asOperator(
                  AlteredRecord.with(
                      task(), "ready_at", TimeText.of(evidence.now().plusSeconds(50))))
              .subjectEuid();
      advance(150);
      return later;
    }
    var subject = enqueue();
    if (way == Way.LAPSED) {
      var claim = Claim.subject(InspectedTenant.key(), worker, subject);
      var item = lab.engine().claim(lab.service, claim).claims().get(0);
      lab.start(worker, item);
      advance(60);
    }
    advance(100);
    return subject;
  }

  private String enqueue() {
    return asOperator(task()).subjectEuid();
  }

  private static Enqueue task() {
    return AlteredRecord.with(Enqueue.task(InspectedTenant.key(), BENCH, null), "scope", HERE);
  }

  private void breakIt(Broken broken, String subject) {
    var later = TimeText.of(evidence.now().plusSeconds(500));
    switch (broken) {
      case OTHER_QUEUE -> set(subject, "exec_queue_key = 'elsewhere'");
      case STATE -> set(subject, "exec_state = 'W'");
      case TERMINAL -> set(subject, "terminal = true");
      case CANCEL_REQUESTED -> set(subject, "cancel_requested = true");
      case HOLD_STATE -> set(subject, "hold_state = 'ACTIVE'");
      // The row follows its linked holds (subject_invariants.sql#hold_state).
      case LINKED_HOLD -> lab.hold(subject);
      case TEMPLATE -> set(subject, "template_uid = " + specimen());
      case SITE -> set(subject, "site = 'nyc'");
      case NO_SITE -> set(subject, "site = null");
      case PLATFORM -> set(subject, "platform = 'ONT'");
      case ASSAY -> set(subject, "assay = 'rna'");
      case DELETED -> set(subject, "is_deleted = true");
      case LEASE ->
          lab.engine()
              .claim(lab.service, Claim.subject(InspectedTenant.key(), lab.worker("w2"), subject));
      // Ready since long, but not to be tried again yet.
      case RETRY_AT -> set(subject, "retry_at = '" + later + "'");
      case READY_AT -> set(subject, "ready_at = '" + later + "'");
      default -> throw new IllegalArgumentException(broken.name());
    }
  }

  private void set(String subject, String columns) {
    long uid = EuidMint.uidOf(subject).orElseThrow();
    TamperedSubjects.set(columns).forEach(sql -> evidence.tamper(sql + " and s.uid = " + uid));
  }

  private String specimen() {
    return "(select uid from tapline.generic_template t where t.tenant_id = "
        + lab.tenantId()
        + " and t.template_code = 'content/material/specimen/1.0')";
  }

  private void seen(long depth, double oldest, String... subjects) {
    assertThat(items()).containsExactlyInAnyOrder(subjects);
    assertThat(depth()).isEqualTo(depth);
    assertThat(CountedAtOnce.depth(lab, BENCH)).as("at once").isEqualTo(depth);
    for (var subject : subjects) {
      assertThat(diagnosed(subject)).as(subject + " diagnosed as visible").isTrue();
    }
    assertThat(
            lab.engine().reads().queues().metrics(lab.tenantId()).stream()
                .filter(metrics -> metrics.queueKey().equals(BENCH))
                .findFirst()
                .orElseThrow()
                .oldestJobAgeSeconds())
        .isBetween(oldest, oldest + 90);
  }

  private List<String> items() {
    return lab
        .engine()
        .reads()
        .queues()
        .items(lab.tenantId(), BENCH, ItemFilter.NONE, 100, null)
        .items()
        .stream()
        .map(QueueItem::subjectEuid)
        .toList();
  }

  private long depth() {
    return lab.engine().reads().queues().one(lab.tenantId(), BENCH).figures().queueDepth();
  }

  private boolean diagnosed(String subject) {
    try {
      var diagnostics =
          lab.engine().reads().subjects().one(lab.tenantId(), subject, null).diagnostics();
      return diagnostics.visibleInQueue() && BENCH.equals(diagnostics.currentQueueKey());
    } catch (RefusedException e) {
      assertThat(e.code()).isEqualTo(Code.NOT_FOUND);
      return false;
    }
  }

  private boolean claimedByName(String subject) {
    try {
      var claim =
          AlteredRecord.with(
              Claim.subject(InspectedTenant.key(), worker, subject), "queue_key", BENCH);
      return !lab.engine().claim(lab.service, claim).claims().isEmpty();
    } catch (RefusedException e) {
      return false;
    }
  }
}
