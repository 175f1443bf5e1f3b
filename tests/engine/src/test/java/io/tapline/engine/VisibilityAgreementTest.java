package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;
import io.tapline.api.QueueItem;
import io.tapline.api.Scope;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.QueueFields;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.UpdateQueue;
import io.tapline.engine.model.ReasonCode;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.read.queue.ItemFilter;
import io.tapline.engine.read.queue.PauseSide;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The visibility rule has two forms, one for sets (visibility.sql#visible) and one for a subject at
 * hand (decide/Visibility). Over subjects in every condition, list, count, inspector, reasons and
 * claim give one answer.
 */
@Tag("soak")
class VisibilityAgreementTest extends InspectedTenantTest {

  @Test
  void list_count_inspector_reasons_and_claim_agree_on_subjects_in_every_condition() {
    var random = new Random(20260105);
    var fields = InspectedTenant.fields(600, 3).toBuilder();
    lab.queue("open", fields.build())
        .queue("scoped", fields.siteScope(List.of("sfo")).build())
        .queue(
            "retries_only",
            fields
                .siteScope(null)
                .eligibleStates(List.of(ExecutionState.FAILED_RETRYABLE))
                .build());
    var queues = List.of("open", "scoped", "retries_only");
    var subjects = new TreeSet<String>();
    for (int round = 0; round < 6; round++) {
      for (int i = 0; i < 30; i++) {
        subjects.add(enqueue(queues.get(random.nextInt(3)), random));
      }
      for (int i = 0; i < 25; i++) {
        disturb(queues.get(random.nextInt(3)), new ArrayList<>(subjects), random);
      }
      advance(random.nextInt(400));
      agree(subjects, queues);
    }
    var claimable = items("open", PauseSide.OPEN);
    assertThat(claimable).isNotEmpty();
    assertThat(items("open", PauseSide.BEHIND)).isEmpty();
    var disabled = QueueFields.builder().enabled(false).disabledReason("paused").build();
    asAdmin(new UpdateQueue(RequestMeta.key(InspectedTenant.key()), "open", 1L, disabled, null));
    agree(subjects, queues);
    assertThat(items("open", PauseSide.OPEN)).isEmpty();
    // They are behind the pause now, each of them, and counted there.
    assertThat(items("open", PauseSide.BEHIND)).isEqualTo(claimable);
    assertThat(lab.engine().reads().queues().one(lab.tenantId(), "open").figures().pausedDepth())
        .isEqualTo(claimable.size());
  }

  private List<String> items(String queue, PauseSide side) {
    return lab
        .engine()
        .reads()
        .queues()
        .items(lab.tenantId(), queue, ItemFilter.NONE, side, 500, null)
        .items()
        .stream()
        .map(QueueItem::subjectEuid)
        .toList();
  }

  private void agree(TreeSet<String> subjects, List<String> queues) {
    var reads = lab.engine().reads();
    var listed = new TreeSet<String>();
    for (var queue : queues) {
      var items = reads.queues().items(lab.tenantId(), queue, ItemFilter.NONE, 500, null).items();
      items.stream().map(QueueItem::subjectEuid).forEach(listed::add);
      assertThat(reads.queues().one(lab.tenantId(), queue).figures().queueDepth())
          .isEqualTo(items.size());
      assertThat(CountedAtOnce.depth(lab, queue)).as(queue + " at once").isEqualTo(items.size());
    }
    for (var subject : subjects) {
      var diagnostics = reads.subjects().one(lab.tenantId(), subject, null).diagnostics();
      var reasons =
          diagnostics.reasons().stream()
              .filter(r -> r.code() != ReasonCode.CAPABILITY_MISMATCH)
              .toList();
      assertThat(diagnostics.visibleInQueue())
          .as("%s listed, %s", subject, reasons)
          .isEqualTo(listed.contains(subject));
      assertThat(reasons.isEmpty())
          .as("%s reasons %s", subject, reasons)
          .isEqualTo(listed.contains(subject));
    }
  }

  @Test
  void what_is_listed_is_what_a_claim_takes_in_that_order() {
    var random = new Random(7);
    lab.queue("open", InspectedTenant.fields(600, 3));
    for (int i = 0; i < 60; i++) {
      enqueue("open", random);
    }
    for (int i = 0; i < 20; i++) {
      disturb("open", List.of(), random);
    }
    advance(700);
    var listed = pages();
    // Settling a lapse does not move it in the order.
    lab.engine().sweep(lab.tenantId());
    assertThat(pages()).isEqualTo(listed);
    var claimed =
        lab.claim(worker, "open", 500, false).claims().stream()
            .map(claim -> claim.subjectEuid())
            .toList();
    assertThat(claimed).isEqualTo(listed);
  }

  /** In small pages, so that cursors are part of it. */
  private List<String> pages() {
    var all = new ArrayList<String>();
    String cursor = null;
    do {
      var page =
          lab.engine().reads().queues().items(lab.tenantId(), "open", ItemFilter.NONE, 7, cursor);
      page.items().forEach(item -> all.add(item.subjectEuid()));
      cursor = page.nextCursor();
    } while (cursor != null);
    return all;
  }

  private String enqueue(String queue, Random random) {
    var now = evidence.now();
    Instant ready = random.nextInt(4) == 0 ? now.plusSeconds(random.nextInt(600)) : null;
    Instant due = random.nextInt(3) == 0 ? now.plusSeconds(random.nextInt(3)) : null;
    var scope =
        random.nextInt(3) == 0 ? null : new Scope(random.nextBoolean() ? "sfo" : "nyc", null, null);
    return asOperator(
            EnqueueBuilder.builder()
                .meta(RequestMeta.key(InspectedTenant.key()))
                .templateCode(Enqueue.TASK)
                .queueKey(queue)
                .priority(random.nextInt(3))
                .readyAt(ready)
                .dueAt(due)
                .scope(scope)
                .maxAttempts(random.nextInt(4) == 0 ? 1 : null)
                .build())
        .subjectEuid();
  }

  private void disturb(String queue, List<String> subjects, Random random) {
    try {
      switch (random.nextInt(8)) {
        case 0 -> lab.claim(worker, queue, 2, false);
        case 1 -> lab.claim(worker, queue, 2, true);
        case 2 -> lab.claim(worker, queue, 1, true).claims().forEach(c -> lab.complete(worker, c));
        case 3 ->
            lab.claim(worker, queue, 2, true)
                .claims()
                .forEach(c -> lab.fail(worker, c, ErrorClass.TRANSIENT_SYSTEM));
        case 4 ->
            lab.claim(worker, queue, 1, true)
                .claims()
                .forEach(c -> lab.fail(worker, c, ErrorClass.PERMANENT_INPUT));
        case 5 -> lab.claim(worker, queue, 1, true).claims().forEach(c -> lab.release(worker, c));
        default -> {
          if (!subjects.isEmpty()) {
            var subject = subjects.get(random.nextInt(subjects.size()));
            if (random.nextBoolean()) {
              lab.hold(subject);
            } else {
              lab.cancel(subject, random.nextBoolean());
            }
          }
        }
      }
    } catch (RefusedException e) {
      // A terminal or held subject refuses; the next one will not.
      assertThat(e.code().httpStatus()).isEqualTo(409);
    }
  }

  @Test
  void a_claim_by_name_is_refused_exactly_when_the_subject_is_not_visible() {
    var random = new Random(11);
    lab.queue("open", InspectedTenant.fields(600, 3));
    var subjects = new ArrayList<String>();
    for (int i = 0; i < 40; i++) {
      subjects.add(enqueue("open", random));
    }
    for (int i = 0; i < 30; i++) {
      disturb("open", subjects, random);
    }
    advance(200);
    for (var subject : subjects) {
      boolean visible =
          lab.engine()
              .reads()
              .subjects()
              .one(lab.tenantId(), subject, worker)
              .diagnostics()
              .visibleInQueue();
      boolean claimed;
      try {
        claimed =
            !lab.engine()
                .claim(lab.service, Claim.subject(InspectedTenant.key(), worker, subject))
                .claims()
                .isEmpty();
      } catch (RefusedException e) {
        claimed = false;
      }
      assertThat(claimed).as(subject).isEqualTo(visible);
    }
  }
}
