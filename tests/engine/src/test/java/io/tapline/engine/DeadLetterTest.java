package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.Code;
import io.tapline.api.ErrorClass;
import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.ResolutionState;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.Fail;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.ResolveDeadLetter;
import io.tapline.api.request.SendToDeadLetter;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.TimeText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Dead letters and the return of their jobs. */
class DeadLetterTest extends InspectedTenantTest {

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_subject_that_kills_its_worker_after_start_ends_in_the_dead_letters(boolean sweeper) {
    var subject = lab.enqueue(QUEUE);
    for (int attempt = 1; attempt <= 3; attempt++) {
      assertThat(lab.claimAndStart(worker, QUEUE).attemptNumber()).isEqualTo(attempt);
      advance(61);
      if (sweeper) {
        assertThat(lab.engine().sweep(lab.tenantId())).isEqualTo(1);
      }
    }
    assertThat(lab.claim(worker, QUEUE).claims()).isEmpty();
    var envelope = lab.envelope(subject);
    assertThat(envelope.state()).isEqualTo(ExecutionState.FAILED_TERMINAL);
    assertThat(envelope.attemptCount()).isEqualTo(3);
    var letters = evidence.children(subject, "execution_subject_dead_letter");
    assertThat(letters).hasSize(1);
    var letter = evidence.properties(letters.get(0));
    assertThat(letter.get("reason_code").asString()).isEqualTo("timeout");
    assertThat(letter.get("failure_count").asInt()).isEqualTo(3);
    assertThat(letter.get("last_owner").asString()).isEqualTo("w1");
    assertThat(evidence.lastAction(subject).events())
        .singleElement()
        .extracting(event -> event.type())
        .isEqualTo(EventType.JOB_DEAD_LETTERED);
  }

  @Test
  void what_a_dead_letter_must_say_is_always_there() {
    var subject =
        asOperator(
                AlteredRecord.with(
                    Enqueue.task(InspectedTenant.key(), QUEUE, Json.object()),
                    "meta.correlation_id",
                    "order-7"))
            .subjectEuid();
    var item = lab.claimAndStart(worker, QUEUE);
    lab.fail(worker, item, ErrorClass.PERMANENT_INPUT);
    var letter = required(subject);
    assertThat(letter.get("reason_code").asString()).isEqualTo("validation_failed");
    assertThat(letter.get("last_error").asString()).isEqualTo("it broke");
    assertThat(letter.get("attempts").asInt()).isEqualTo(1);
    assertThat(letter.get("last_owner").asString()).isEqualTo("w1");
    assertThat(letter.get("last_lease_expires_at").asString())
        .isEqualTo(TimeText.of(item.expiresAt()));
    assertThat(letter.get("correlation_id").asString()).isEqualTo("order-7");

    // Nobody ever had it: there is nothing to say of an owner or a lease, and the rest is said.
    var queued = lab.enqueue(QUEUE);
    asOperator(
        new SendToDeadLetter(
            RequestMeta.key(InspectedTenant.key()),
            queued,
            StatePrecondition.NOTHING,
            "parse_error",
            "fetch",
            "it is torn"));
    var unowned = required(queued);
    assertThat(unowned.get("reason_code").asString()).isEqualTo("parse_error");
    assertThat(unowned.get("last_error").asString()).isEqualTo("it is torn");
    assertThat(unowned.get("attempts").asInt()).isZero();
    assertThat(unowned.get("last_owner").isNull()).isTrue();
    assertThat(unowned.get("last_lease_expires_at").isNull()).isTrue();
  }

  private JsonNode required(String subject) {
    var letter =
        lab.engine().reads().history().historyOf(lab.tenantId(), subject).deadLetters().get(0);
    assertThat(letter.propertyNames())
        .contains(
            "reason_code",
            "last_error",
            "attempts",
            "last_owner",
            "last_lease_expires_at",
            "correlation_id");
    return letter;
  }

  @Test
  void a_subject_that_was_never_started_spends_its_attempts_too() {
    var subject = lab.enqueue(QUEUE);
    for (int attempt = 1; attempt <= 3; attempt++) {
      lab.claimOne(worker, QUEUE);
      assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.READY);
      advance(61);
    }
    assertThat(lab.claim(worker, QUEUE).claims()).isEmpty();
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.FAILED_TERMINAL);
  }

  @Test
  void a_lapse_is_retried_from_the_instant_it_lapsed_without_backoff() {
    var subject = lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    advance(100);
    lab.engine().sweep(lab.tenantId());
    var envelope = lab.envelope(subject);
    assertThat(envelope.state()).isEqualTo(ExecutionState.FAILED_RETRYABLE);
    assertThat(envelope.retryAt()).isEqualTo(item.expiresAt());
    assertThat(envelope.attemptCount()).isEqualTo(1);
    var record = evidence.properties(item.recordEuid());
    assertThat(record.get("status").asString()).isEqualTo("EXPIRED");
    assertThat(record.get("error_code").asString()).isEqualTo("LEASE_EXPIRED");
    assertThat(record.get("error_message").asString())
        .startsWith("the lease lapsed at " + TimeText.of(item.expiresAt()));
  }

  @ParameterizedTest
  @CsvSource({
    "PERMANENT_INPUT, validation_failed, input",
    "PERMANENT_STATE, policy_violation, exec",
  })
  void a_permanent_error_opens_one_at_once(ErrorClass error, String reason, String stage) {
    var subject = lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    var letter = evidence.properties(lab.fail(worker, item, error).deadLetterEuid());
    assertThat(letter.get("resolution_state").asString()).isEqualTo("OPEN");
    assertThat(letter.get("reason_code").asString()).isEqualTo(reason);
    assertThat(letter.get("stage").asString()).isEqualTo(stage);
    assertThat(letter.get("error_class").asString()).isEqualTo(error.name());
    assertThat(letter.get("error_message").asString()).isEqualTo("it broke");
    assertThat(letter.get("attempts").asInt()).isEqualTo(1);
    assertThat(letter.get("last_lease_expires_at")).isNotNull();
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.FAILED_TERMINAL);
  }

  @ParameterizedTest
  @CsvSource({
    "TRANSIENT_SYSTEM, exhausted_retries",
    "TRANSIENT_CAPACITY, exhausted_retries",
    "TRANSIENT_DEPENDENCY, dependency_unavailable",
  })
  void exhausted_attempts_open_one_with_the_reason_of_the_last_error(
      ErrorClass error, String reason) {
    lab.queue("once", InspectedTenant.fields(60, 1));
    lab.enqueue("once");
    var item = lab.claimAndStart(worker, "once");
    var letter = evidence.properties(lab.fail(worker, item, error).deadLetterEuid());
    assertThat(letter.get("reason_code").asString()).isEqualTo(reason);
    assertThat(evidence.status(item.recordEuid())).isEqualTo("FAILED_TERMINAL");
  }

  /** The limit is the subject's own where it has one, above or below that of its queue. */
  @ParameterizedTest
  @ValueSource(ints = {1, 5})
  void the_limit_of_a_subject_goes_before_that_of_its_queue(int limit) {
    var subject =
        asOperator(
                AlteredRecord.with(
                    Enqueue.task(InspectedTenant.key(), QUEUE, null), "max_attempts", limit))
            .subjectEuid();
    for (int attempt = 1; attempt <= limit; attempt++) {
      var item = lab.claimAndStart(worker, QUEUE);
      assertThat(item.attemptNumber()).isEqualTo(attempt);
      lab.fail(worker, item, ErrorClass.TRANSIENT_SYSTEM);
      var envelope = lab.envelope(subject);
      assertThat(envelope.terminal()).isEqualTo(attempt == limit);
      assertThat(envelope.nextQueueKey()).as("the same queue").isEqualTo(QUEUE);
      advance(61);
    }
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.FAILED_TERMINAL);
    assertThat(lab.claim(worker, QUEUE).claims()).isEmpty();
  }

  @Test
  void a_worker_may_name_reason_and_stage_itself() {
    lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    var fail =
        AlteredRecord.with(
            Fail.of(
                InspectedTenant.key(),
                item.subjectEuid(),
                worker,
                item.leaseEuid(),
                ErrorClass.PERMANENT_INPUT,
                "bad"),
            "reason_code",
            "parse_error",
            "stage",
            "fetch");
    var letter = evidence.properties(asService(fail).deadLetterEuid());
    assertThat(letter.get("reason_code").asString()).isEqualTo("parse_error");
    assertThat(letter.get("stage").asString()).isEqualTo("fetch");
  }

  @Test
  void a_queue_without_dead_letters_keeps_none_and_says_failed() {
    lab.queue("tasks", AlteredRecord.with(InspectedTenant.fields(60, 1), "dead_letter", false));
    for (boolean lapse : new boolean[] {true, false}) {
      var subject = lab.enqueue("tasks");
      var item = lab.claimAndStart(worker, "tasks");
      if (lapse) {
        advance(61);
        lab.engine().sweep(lab.tenantId());
      } else {
        assertThat(lab.fail(worker, item, ErrorClass.TRANSIENT_SYSTEM).deadLetterEuid()).isNull();
      }
      assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.FAILED_TERMINAL);
      assertThat(evidence.children(subject, "execution_subject_dead_letter")).isEmpty();
      assertThat(evidence.lastAction(subject).events().get(0).type())
          .isEqualTo(EventType.JOB_FAILED);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"IGNORED", "CANCELED"})
  void resolving_closes_it_once_and_leaves_the_subject_alone(ResolutionState how) {
    var letter = deadLetter();
    var subject = evidence.parents(letter, "execution_subject_dead_letter").get(0);
    var before = lab.envelope(subject);
    asOperator(resolve(letter, how));
    assertThat(evidence.status(letter)).isEqualTo(how.name());
    assertThat(lab.envelope(subject)).isEqualTo(before);
    refused(Code.STATE_CONFLICT, () -> asOperator(resolve(letter, how)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"OPEN", "REQUEUED"})
  void only_a_requeue_says_requeued(ResolutionState how) {
    var letter = deadLetter();
    refused(Code.VALIDATION_FAILED, "resolution_state", () -> asOperator(resolve(letter, how)));
  }

  private String deadLetter() {
    lab.enqueue(QUEUE);
    return lab.fail(worker, lab.claimAndStart(worker, QUEUE), ErrorClass.PERMANENT_STATE)
        .deadLetterEuid();
  }

  private static ResolveDeadLetter resolve(String letter, ResolutionState how) {
    return new ResolveDeadLetter(
        RequestMeta.key(InspectedTenant.key()),
        StatePrecondition.NOTHING,
        letter,
        how,
        "looked at");
  }
}
