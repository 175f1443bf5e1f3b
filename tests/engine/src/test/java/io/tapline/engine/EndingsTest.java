package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ActionKey;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.ErrorClass;
import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.request.Dispatch;
import io.tapline.api.request.ExpireLease;
import io.tapline.api.request.RegisterWorker;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.SendToDeadLetter;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.decide.Ending;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.TimeText;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stored endings of leases and attempts, row by row. */
class EndingsTest extends InspectedTenantTest {

  /**
   * Each cause has a code, and the store derives its statuses and its reason from the code. A fact
   * with another code is refused.
   */
  @Test
  void codes_of_endings_have_the_same_words_in_the_store() throws SQLException {
    try (var connection = test.admin();
        var statement =
            connection.prepareStatement(
                "select tapline.ending_words(e.ending), "
                    + checkOfEndings(connection)
                    + " from (select cast(? as \"char\") as ending) e")) {
      for (var code = (char) 33; code < 127; code++) {
        statement.setString(1, String.valueOf(code));
        try (var row = statement.executeQuery()) {
          row.next();
          var words = row.getArray(1);
          assertThat(words == null ? null : (String[]) words.getArray())
              .as("code %s", code)
              .isEqualTo(words(code));
          assertThat(row.getBoolean(2)).as("code %s", code).isEqualTo(words(code) != null);
        }
      }
    }
  }

  private static String checkOfEndings(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var row =
            statement.executeQuery(
                "select pg_get_expr(c.conbin, c.conrelid) from pg_constraint c join pg_attribute a"
                    + " on a.attrelid = c.conrelid and array[a.attnum] = c.conkey"
                    + " where c.contype = 'c' and a.attname = 'ending'")) {
      row.next();
      return row.getString(1);
    }
  }

  private static String[] words(char code) {
    var endings = Arrays.stream(Ending.values()).filter(e -> e.code() == code).toList();
    assertThat(endings).hasSizeLessThan(2);
    return endings.stream()
        .map(e -> new String[] {e.leaseStatus().name(), e.recordStatus().name(), e.releaseReason()})
        .findFirst()
        .orElse(null);
  }

  @ParameterizedTest
  @CsvSource({
    "complete,           COMPLETED, SUCCEEDED,        0",
    "dispatch,           COMPLETED, SUCCEEDED,        0",
    "fail retryably,     RELEASED,  FAILED_RETRYABLE, 1",
    "fail for good,      RELEASED,  FAILED_TERMINAL,  1",
    "fail into a hold,   CANCELED,  CANCELED,         0",
    "fail into a cancel, CANCELED,  CANCELED,         0",
    "release,            RELEASED,  CANCELED,         0",
    "hold,               CANCELED,  CANCELED,         0",
    "hard cancel,        CANCELED,  CANCELED,         0",
    "lapse,              EXPIRED,   EXPIRED,          1",
    "forced expiry,      EXPIRED,   EXPIRED,          1",
    "new process,        ABANDONED, EXPIRED,          1",
    "worker retired,     ABANDONED, EXPIRED,          1",
    "dead letter,        RELEASED,  FAILED_TERMINAL,  1",
  })
  void each_cause_ends_lease_and_record_in_its_own_way(
      String cause, String lease, String record, int spent) {
    var holder = process("pid-1");
    var subject = lab.enqueue(QUEUE);
    var item = lab.claimAndStart(holder, QUEUE);
    end(cause, holder, item);
    assertThat(evidence.status(item.leaseEuid())).isEqualTo(lease);
    assertThat(evidence.status(item.recordEuid())).isEqualTo(record);
    assertThat(lab.envelope(subject).attemptCount()).isEqualTo(spent);
    var attempt = evidence.properties(item.recordEuid());
    assertThat(attempt.get("end_state").asString()).isEqualTo(lab.envelope(subject).state().name());
    assertThat(attempt.get("end_revision").asLong()).isEqualTo(lab.envelope(subject).revision());
    assertThat(attempt.hasNonNull("finished_at")).isTrue();
    assertThat(evidence.properties(item.leaseEuid()).hasNonNull("released_at")).isTrue();
    assertThat(evidence.properties(item.leaseEuid()).hasNonNull("release_reason")).isTrue();
  }

  private void end(String cause, String holder, ClaimAnswer.Item item) {
    switch (cause) {
      case "complete" -> lab.complete(holder, item);
      case "dispatch" ->
          asService(
              new Dispatch(
                  RequestMeta.key(InspectedTenant.key()),
                  item.subjectEuid(),
                  holder,
                  item.leaseEuid(),
                  StatePrecondition.NOTHING,
                  "r",
                  null,
                  null));
      case "fail retryably" -> lab.fail(holder, item, ErrorClass.TRANSIENT_CAPACITY);
      case "fail for good" -> lab.fail(holder, item, ErrorClass.PERMANENT_STATE);
      case "fail into a hold" -> lab.fail(holder, item, ErrorClass.BUSINESS_RULE_HOLD);
      case "fail into a cancel" -> lab.fail(holder, item, ErrorClass.OPERATOR_CANCELED);
      case "release" -> lab.release(holder, item);
      case "hold" -> lab.hold(item.subjectEuid());
      case "hard cancel" -> lab.cancel(item.subjectEuid(), false);
      case "lapse" -> {
        advance(61);
        lab.engine().sweep(lab.tenantId());
      }
      case "forced expiry" -> asAdmin(expire(item));
      case "new process" -> process("pid-2");
      case "dead letter" ->
          asOperator(
              new SendToDeadLetter(
                  RequestMeta.key(InspectedTenant.key()),
                  item.subjectEuid(),
                  StatePrecondition.NOTHING,
                  "policy_violation",
                  null,
                  "wrong tube"));
      case "worker retired" -> lab.administer(ActionKey.RETIRE_WORKER, holder);
      default -> throw new IllegalArgumentException(cause);
    }
  }

  /** The last attempt, so that there is a dead letter too. */
  @ParameterizedTest
  @CsvSource({
    "lapse,          HEARTBEAT_TIMEOUT, LEASE_EXPIRED,   timeout,                lapsed at,"
        + " the worker did not renew it in time",
    "forced expiry,  FORCED,            FORCED,          exhausted_retries,      ended at,"
        + " an administrator expired it",
    "new process,    WORKER_REPLACED,   WORKER_REPLACED, infrastructure_failure, ended at,"
        + " the worker registered as a new process",
    "worker retired, WORKER_RETIRED,    WORKER_RETIRED,  exhausted_retries,      ended at,"
        + " the worker was retired",
  })
  void each_cause_that_takes_a_lease_away_is_told_in_its_own_words_at_its_own_instant(
      String cause,
      String release,
      String errorCode,
      String reasonCode,
      String verb,
      String words) {
    lab.queue("once", InspectedTenant.fields(60, 1));
    var holder = process("pid-1");
    var subject = lab.enqueue("once");
    var item = lab.claimAndStart(holder, "once");
    advance(7);
    end(cause, holder, item);
    var lease = evidence.properties(item.leaseEuid());
    var at =
        cause.equals("lapse")
            ? lease.get("expires_at").asString()
            : lease.get("released_at").asString();
    assertThat(at).isLessThanOrEqualTo(TimeText.of(evidence.now()));
    assertThat(lease.get("release_reason").asString()).isEqualTo(release);
    var told = "the lease " + verb + " " + at + ": " + words;
    var attempt = evidence.properties(item.recordEuid());
    assertThat(attempt.get("error_code").asString()).isEqualTo(errorCode);
    assertThat(attempt.get("error_message").asString()).isEqualTo(told);
    var letter =
        evidence.properties(evidence.children(subject, "execution_subject_dead_letter").get(0));
    assertThat(letter.get("error_message").asString()).isEqualTo(told);
    assertThat(letter.get("reason_code").asString()).isEqualTo(reasonCode);
    assertThat(letter.get("last_lease_expires_at").asString()).isEqualTo(at);
    assertThat(refusal(() -> lab.complete(holder, item)).message()).contains(at, words);
  }

  @Test
  void a_worker_whose_work_was_sent_to_the_dead_letters_is_told_who_ended_its_lease() {
    var holder = process("pid-1");
    lab.enqueue(QUEUE);
    var item = lab.claimAndStart(holder, QUEUE);
    end("dead letter", holder, item);
    assertThat(evidence.properties(item.leaseEuid()).get("release_reason").asString())
        .isEqualTo("DEAD_LETTERED");
    assertThat(evidence.properties(item.recordEuid()).get("error_message").asString())
        .isEqualTo("wrong tube");
    assertThat(refusal(() -> lab.complete(holder, item)).message())
        .contains("an operator sent the job to the dead letters");
  }

  @Test
  void only_an_admin_may_force_a_live_lease_and_only_an_active_one() {
    var subject = lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    refused(Code.FORBIDDEN, () -> asOperator(expire(item)));
    refused(Code.FORBIDDEN, () -> asService(expire(item)));
    asAdmin(expire(item));
    assertThat(evidence.properties(item.leaseEuid()).get("release_reason").asString())
        .isEqualTo("FORCED");
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.FAILED_RETRYABLE);
    var next = lab.claimOne(worker, QUEUE);
    lab.complete(worker, next);
    refused(Code.LEASE_NOT_ACTIVE, () -> asAdmin(expire(next)));
  }

  @Test
  void release_before_start_leaves_the_subject_as_it_was() {
    var subject = lab.enqueue(QUEUE);
    var before = lab.envelope(subject);
    lab.release(worker, lab.claimOne(worker, QUEUE));
    assertThat(lab.envelope(subject)).isEqualTo(before);
    assertThat(lab.claimOne(worker, QUEUE).attemptNumber()).isEqualTo(1);
  }

  @Test
  void release_after_start_may_be_claimed_again_at_once() {
    var subject = lab.enqueue(QUEUE);
    lab.release(worker, lab.claimAndStart(worker, QUEUE));
    var envelope = lab.envelope(subject);
    assertThat(envelope.state()).isEqualTo(ExecutionState.FAILED_RETRYABLE);
    assertThat(envelope.retryAt()).isBeforeOrEqualTo(evidence.now());
    assertThat(envelope.attemptCount()).isZero();
    assertThat(lab.claimOne(worker, QUEUE).attemptNumber()).isEqualTo(1);
  }

  @Test
  void completing_what_was_never_started_writes_both_events_in_one_action() {
    var subject = lab.enqueue(QUEUE);
    var item = lab.claimOne(worker, QUEUE);
    lab.complete(worker, item);
    var action = evidence.lastAction(subject);
    assertThat(action.events())
        .extracting(event -> event.type())
        .containsExactly(EventType.JOB_STARTED, EventType.JOB_SUCCEEDED);
    assertThat(action.events())
        .extracting(event -> event.revision())
        .containsExactly(item.revision() + 1, item.revision() + 2);
    assertThat(lab.envelope(subject).revision()).isEqualTo(item.revision() + 2);
  }

  @Test
  void routing_on_resets_the_count_and_the_retry() {
    var subject = lab.enqueue(QUEUE);
    lab.fail(worker, lab.claimOne(worker, QUEUE), ErrorClass.TRANSIENT_SYSTEM);
    advance(11);
    var item = lab.claimAndStart(worker, QUEUE);
    asService(
        io.tapline.api.request.Complete.of(InspectedTenant.key(), subject, worker, item.leaseEuid())
            .next("elsewhere", "qc"));
    var envelope = lab.envelope(subject);
    assertThat(envelope.state()).isEqualTo(ExecutionState.READY);
    assertThat(envelope.nextQueueKey()).isEqualTo("elsewhere");
    assertThat(envelope.nextActionKey()).isEqualTo("qc");
    assertThat(envelope.attemptCount()).isZero();
    assertThat(envelope.retryAt()).isNull();
    assertThat(evidence.lastAction(subject).events().get(0).type()).isEqualTo(EventType.JOB_ROUTED);
  }

  private String process(String identity) {
    return asService(
            AlteredRecord.with(
                RegisterWorker.service(InspectedTenant.key(), "process", 10),
                "process_identity",
                identity))
        .workerEuid();
  }

  private static ExpireLease expire(ClaimAnswer.Item item) {
    return new ExpireLease(
        RequestMeta.key(InspectedTenant.key()),
        StatePrecondition.NOTHING,
        item.leaseEuid(),
        "stuck");
  }
}
