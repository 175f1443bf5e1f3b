package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;
import io.tapline.api.Limits;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Complete;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.Fail;
import io.tapline.api.request.HeartbeatBuilder;
import io.tapline.api.request.QueueFields;
import io.tapline.api.request.RegisterWorker;
import io.tapline.api.request.Release;
import io.tapline.api.request.Renew;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.Start;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Conditions and order of claims. */
class ClaimRulesTest extends InspectedTenantTest {

  @Test
  void a_missing_capability_is_refused_by_name_and_passed_over_without() {
    lab.queue("wet", InspectedTenant.fields(60, 3, "wetlab.extraction", "site.sfo"));
    lab.enqueue("wet");
    var half = lab.worker("half", 1, "wetlab.extraction");
    assertThat(refused(Code.CAPABILITY_MISMATCH, () -> lab.claim(half, "wet")).message())
        .contains("site.sfo")
        .doesNotContain("[wetlab");
    passedOver(half);
    var able = lab.worker("able", 1, "site.sfo", "wetlab.extraction", "more");
    assertThat(lab.claim(able, null).claims()).hasSize(1);
  }

  @Test
  void a_manual_queue_is_for_people_only() {
    lab.queue("bench", AlteredRecord.with(InspectedTenant.fields(60, 3), "manual_only", true));
    var subject = lab.enqueue("bench");
    refused(Code.MANUAL_ONLY, () -> lab.claim(worker, "bench"));
    refused(
        Code.MANUAL_ONLY,
        () ->
            lab.engine().claim(lab.service, Claim.subject(InspectedTenant.key(), worker, subject)));
    passedOver(worker);
    var adapter = register("adapter", "worker_type", "INSTRUMENT_ADAPTER");
    refused(Code.MANUAL_ONLY, () -> lab.claim(adapter, "bench"));
    refused(
        Code.FORBIDDEN, "worker_type", () -> register("person", "worker_type", "HUMAN_SESSION"));
    var person = person();
    var claim = Claim.subject(InspectedTenant.key(), person, subject);
    assertThat(lab.engine().claim(lab.operator, claim).claims()).hasSize(1);
  }

  @Test
  void an_operator_works_as_a_person_without_a_second_role() {
    lab.queue("bench", AlteredRecord.with(InspectedTenant.fields(60, 3), "manual_only", true));
    var person = person();
    for (var end : List.of("complete", "fail", "release")) {
      var subject = lab.enqueue("bench");
      var item =
          lab.engine()
              .claim(lab.operator, Claim.subject(InspectedTenant.key(), person, subject))
              .claims()
              .get(0);
      asOperator(
          new Start(
              RequestMeta.key(InspectedTenant.key()),
              subject,
              person,
              item.leaseEuid(),
              StatePrecondition.NOTHING));
      asOperator(
          HeartbeatBuilder.builder()
              .meta(RequestMeta.key(InspectedTenant.key()))
              .workerEuid(person)
              .build());
      asOperator(
          new Renew(
              RequestMeta.key(InspectedTenant.key()),
              person,
              item.leaseEuid(),
              StatePrecondition.NOTHING));
      refused(Code.NOT_LEASE_OWNER, () -> lab.complete(worker, item));
      asOperator(
          switch (end) {
            case "complete" ->
                Complete.of(InspectedTenant.key(), subject, person, item.leaseEuid());
            case "fail" ->
                Fail.of(
                    InspectedTenant.key(),
                    subject,
                    person,
                    item.leaseEuid(),
                    ErrorClass.PERMANENT_INPUT,
                    "broken");
            default ->
                new Release(
                    RequestMeta.key(InspectedTenant.key()),
                    person,
                    item.leaseEuid(),
                    StatePrecondition.NOTHING,
                    false,
                    null);
          });
      assertThat(evidence.status(item.leaseEuid())).isNotEqualTo("ACTIVE");
    }
    lab.enqueue(QUEUE);
    var another = lab.claimOne(worker, QUEUE);
    refused(
        Code.NOT_LEASE_OWNER,
        () ->
            asOperator(
                Complete.of(
                    InspectedTenant.key(), another.subjectEuid(), worker, another.leaseEuid())));
  }

  private String person() {
    return asOperator(
            AlteredRecord.with(
                RegisterWorker.service(InspectedTenant.key(), "person", 5),
                "worker_type",
                "HUMAN_SESSION"))
        .workerEuid();
  }

  @Test
  void scopes_of_worker_and_queue_must_overlap() {
    lab.queue(
        "sfo",
        AlteredRecord.with(InspectedTenant.fields(60, 3), "site_scope", List.of("sfo", "oak")));
    asOperator(scoped("sfo", "sfo"));
    var boston = register("boston", "site_scope", List.of("bos"));
    refused(Code.SCOPE_MISMATCH, () -> lab.claim(boston, "sfo"));
    passedOver(boston);
    var oakland = register("oakland", "site_scope", List.of("oak"));
    assertThat(lab.claim(oakland, "sfo").claims())
        .as("the queue overlaps, the subject is at another site")
        .isEmpty();
    assertThat(lab.claim(worker, "sfo").claims()).as("an empty scope serves all").hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"site", "platform", "assay"})
  void each_kind_of_scope_must_overlap_by_itself(String kind) {
    var field = kind + "_scope";
    lab.queue(
        "scoped", AlteredRecord.with(InspectedTenant.fields(60, 3), field, List.of("a", "b")));
    lab.enqueue("elsewhere");
    asOperator(
        AlteredRecord.with(
            Enqueue.task(InspectedTenant.key(), "scoped", null), "scope." + kind, "b"));
    var outside = register("outside", field, List.of("c"));
    refused(Code.SCOPE_MISMATCH, () -> lab.claim(outside, "scoped"));
    var inside = register("inside", field, List.of("b", "c"));
    assertThat(lab.claim(inside, "scoped").claims()).hasSize(1);
  }

  @Test
  void a_disabled_queue_is_passed_over_by_who_names_none() {
    lab.queue("paused", AlteredRecord.with(dispatch(100_000), "enabled", false));
    var waiting = lab.enqueue("paused");
    assertThat(lab.claim(worker, null).claims())
        .extracting(ClaimAnswer.Item::queueKey)
        .containsExactly("elsewhere");
    assertThat(lab.envelope(waiting).state()).isEqualTo(ExecutionState.READY);
  }

  @Test
  void a_queue_scope_admits_its_values_only_and_a_missing_value_is_not_one() {
    lab.queue(
        "sfo", AlteredRecord.with(InspectedTenant.fields(60, 3), "site_scope", List.of("sfo")));
    lab.enqueue("sfo");
    asOperator(scoped("sfo", "bos"));
    assertThat(lab.claim(worker, "sfo").claims()).isEmpty();
    var admitted = asOperator(scoped("sfo", "sfo")).subjectEuid();
    assertThat(lab.claimOne(worker, "sfo").subjectEuid()).isEqualTo(admitted);
  }

  @Test
  void without_a_queue_the_highest_dispatch_priority_comes_first_then_the_key() {
    var expected = List.of("z_urgent", "a_usual", "b_usual", "a_late");
    lab.queue("a_late", dispatch(1));
    lab.queue("b_usual", dispatch(50_000));
    lab.queue("z_urgent", dispatch(100_000));
    lab.queue("a_usual", dispatch(50_000));
    expected.forEach(lab::enqueue);
    var order = new ArrayList<String>();
    for (int i = 0; i < 3; i++) {
      order.add(lab.claim(worker, null).claims().get(0).queueKey());
    }
    assertThat(order).isEqualTo(expected.subList(0, 3));
  }

  @Test
  void a_claim_of_many_without_a_queue_takes_from_the_first_that_yields() {
    lab.queue("empty", dispatch(100_000)).queue("full", dispatch(90_000));
    lab.enqueue("full", 3);
    assertThat(lab.claim(worker, null, 10, false).claims())
        .extracting(ClaimAnswer.Item::queueKey)
        .containsExactly("full", "full", "full");
  }

  @Test
  void the_order_is_priority_due_ready_created_euid() {
    var now = evidence.now();
    var expected = new ArrayList<Enqueue>();
    expected.add(task(9, null, now));
    expected.add(task(5, now.plusSeconds(10), now.minusSeconds(1)));
    expected.add(task(5, now.plusSeconds(20), now.minusSeconds(9)));
    expected.add(task(5, now.plusSeconds(20), now.minusSeconds(8)));
    expected.add(task(5, null, now.minusSeconds(100)));
    expected.add(task(5, null, now.minusSeconds(99)));
    expected.add(task(0, now.minusSeconds(1000), now.minusSeconds(1000)));
    var shuffled = new ArrayList<>(expected);
    Collections.shuffle(shuffled, new Random(7));
    shuffled.forEach(this::asOperator);
    // Alike in all but their creation, then in all but their EUID: one batch is created at one
    // time.
    var earlier = asOperator(task(0, null, now.minusSeconds(5))).subjectEuid();
    var alike = new ArrayList<Enqueue>();
    for (int i = 0; i < 5; i++) {
      alike.add(task(0, null, now.minusSeconds(5)));
    }
    var later =
        lab.engine().executeAll(lab.operator, alike).stream()
            .map(outcome -> outcome.orThrow().subjectEuid())
            .sorted()
            .toList();
    var items = lab.claim(worker, QUEUE, 50, false).claims();
    assertThat(items.subList(0, 7))
        .extracting(item -> item.properties().get("name").asString())
        .isEqualTo(expected.stream().map(e -> e.properties().get("name").asString()).toList());
    assertThat(items.get(7).subjectEuid()).isEqualTo(earlier);
    assertThat(items.subList(8, 13)).extracting(ClaimAnswer.Item::subjectEuid).isEqualTo(later);
  }

  @Test
  void work_of_a_negative_priority_comes_after_all_other_work() {
    var least = asOperator(task(-Limits.PRIORITY, null, null)).subjectEuid();
    var low = asOperator(task(-1, null, null)).subjectEuid();
    var plain = lab.enqueue(QUEUE);
    assertThat(
            lab.claim(worker, QUEUE, 3, false).claims().stream()
                .map(ClaimAnswer.Item::subjectEuid)
                .toList())
        .containsExactly(plain, low, least);
  }

  @Test
  void one_at_a_time_gives_the_same_order_as_many_at_once() {
    var now = evidence.now();
    for (int i = 0; i < 12; i++) {
      asOperator(task(i % 3, i % 2 == 0 ? null : now.plusSeconds(i), now.minusSeconds(i % 4)));
    }
    var many = lab.claim(worker, QUEUE, 50, false).claims();
    many.forEach(item -> lab.release(worker, item));
    for (var item : many) {
      assertThat(lab.claimOne(worker, QUEUE).subjectEuid()).isEqualTo(item.subjectEuid());
    }
  }

  @Test
  void a_subject_is_claimed_by_name_or_refused_by_reason() {
    var subject = lab.enqueue(QUEUE);
    refused(
        Code.NOT_VISIBLE,
        () -> named(AlteredRecord.with(claim(subject), "queue_key", "elsewhere")));
    var item = named(claim(subject)).claims().get(0);
    refused(Code.ALREADY_LEASED, () -> named(claim(subject)));
    lab.fail(worker, item, io.tapline.api.ErrorClass.TRANSIENT_SYSTEM);
    refused(Code.NOT_VISIBLE, () -> named(claim(subject)));
    advance(10);
    lab.complete(worker, named(claim(subject)).claims().get(0));
    refused(Code.SUBJECT_TERMINAL, () -> named(claim(subject)));
  }

  @Test
  void a_subject_that_is_marked_deleted_is_claimed_neither_from_its_queue_nor_by_name()
      throws Exception {
    var subject = lab.enqueue(QUEUE);
    try (var admin = test.admin();
        var delete =
            admin.prepareStatement(
                "update tapline.subject_document set is_deleted = true where euid = ?")) {
      delete.setString(1, subject);
      assertThat(delete.executeUpdate()).isOne();
    }
    assertThat(lab.claim(worker, QUEUE).claims()).isEmpty();
    refused(Code.NOT_VISIBLE, () -> named(claim(subject)));
  }

  @Test
  void work_that_is_not_ready_yet_is_not_claimed_before_its_time() {
    asOperator(task(9, null, evidence.now().plusSeconds(100)));
    assertThat(lab.claim(worker, QUEUE).claims()).isEmpty();
    advance(101);
    assertThat(lab.claim(worker, QUEUE).claims()).hasSize(1);
  }

  private void passedOver(String workerEuid) {
    lab.claim(worker, "elsewhere");
    assertThat(lab.claim(workerEuid, null).status()).isEqualTo(ClaimAnswer.NO_WORK);
  }

  private ClaimAnswer named(Claim claim) {
    return lab.engine().claim(lab.service, claim);
  }

  private Claim claim(String subject) {
    return Claim.subject(InspectedTenant.key(), worker, subject);
  }

  private static QueueFields dispatch(int priority) {
    return AlteredRecord.with(InspectedTenant.fields(60, 3), "dispatch_priority", priority);
  }

  private static Enqueue scoped(String queue, String site) {
    return AlteredRecord.with(Enqueue.task(InspectedTenant.key(), queue, null), "scope.site", site);
  }

  private static Enqueue task(int priority, Instant due, Instant ready) {
    var name = io.tapline.tapdb.Json.object().put("name", InspectedTenant.key());
    return AlteredRecord.with(
        Enqueue.task(InspectedTenant.key(), QUEUE, name),
        "priority",
        priority,
        "due_at",
        due,
        "ready_at",
        ready);
  }

  private String register(String key, Object... fields) {
    return asService(
            AlteredRecord.with(RegisterWorker.service(InspectedTenant.key(), key, 10), fields))
        .workerEuid();
  }
}
