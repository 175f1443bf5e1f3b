package io.tapline.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ExecutionState;
import io.tapline.api.ExternalWork;
import io.tapline.api.LeaseStatus;
import io.tapline.api.Scope;
import io.tapline.api.request.Enqueue;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.Lease;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.QueuePolicy;
import io.tapline.engine.model.Reason;
import io.tapline.engine.model.ReasonCode;
import io.tapline.engine.model.Subject;
import io.tapline.tapdb.Json;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.ObjectNode;

class VisibilityRuleTest {

  private static final Queue QUEUE = DecisionFixtures.queue(DecisionFixtures.QUEUE, true);
  private static final Envelope READY = DecisionFixtures.envelope(ExecutionState.READY);

  @Test
  void a_ready_subject_of_an_enabled_queue_is_visible() {
    assertThat(codes(READY, QUEUE, null)).isEmpty();
    assertThat(codes(DecisionFixtures.envelope(ExecutionState.FAILED_RETRYABLE), QUEUE, null))
        .isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = ExecutionState.class,
      names = {"COMPLETED", "CANCELED", "FAILED_TERMINAL"})
  void terminal_state(ExecutionState state) {
    assertThat(codes(DecisionFixtures.envelope(state), QUEUE, null))
        .startsWith(ReasonCode.TERMINAL_STATE)
        .contains(ReasonCode.STATE_NOT_ELIGIBLE);
  }

  @Test
  void active_hold() {
    assertThat(codes(DecisionFixtures.envelope(ExecutionState.HELD), QUEUE, null))
        .startsWith(ReasonCode.ACTIVE_HOLD);
  }

  @Test
  void active_lease_until_the_instant_of_its_lapse() {
    assertThat(codes(READY, QUEUE, DecisionFixtures.live(3)))
        .containsExactly(ReasonCode.ACTIVE_LEASE);
    var ends = DecisionFixtures.lease(3, LeaseStatus.ACTIVE, DecisionFixtures.NOW.plusNanos(1_000));
    assertThat(codes(READY, QUEUE, ends)).containsExactly(ReasonCode.ACTIVE_LEASE);
    var lapses = DecisionFixtures.lease(3, LeaseStatus.ACTIVE, DecisionFixtures.NOW);
    assertThat(codes(READY, QUEUE, lapses)).isEmpty();
  }

  @Test
  void a_running_subject_is_visible_once_its_lease_lapsed_and_not_before() {
    var running = DecisionFixtures.envelope(ExecutionState.RUNNING);
    assertThat(codes(running, QUEUE, DecisionFixtures.lapsed(3))).isEmpty();
    assertThat(codes(running, QUEUE, DecisionFixtures.live(3)))
        .containsExactly(ReasonCode.ACTIVE_LEASE, ReasonCode.STATE_NOT_ELIGIBLE);
  }

  @Test
  void attempts_exhausted_when_the_lapse_spends_the_last_one() {
    var last =
        READY.to(ExecutionState.RUNNING).spendAttempt().spendAttempt().at(DecisionFixtures.NOW);
    assertThat(codes(last, QUEUE, DecisionFixtures.lapsed(3)))
        .containsExactly(ReasonCode.ATTEMPTS_EXHAUSTED);
    var more = last.to(ExecutionState.RUNNING).maxAttempts(4).at(DecisionFixtures.NOW);
    assertThat(codes(more, QUEUE, DecisionFixtures.lapsed(3))).isEmpty();
  }

  @Test
  void cancel_requested() {
    var asked = READY.to(ExecutionState.READY).cancelRequested(true).at(DecisionFixtures.NOW);
    assertThat(codes(asked, QUEUE, null)).containsExactly(ReasonCode.CANCEL_REQUESTED);
  }

  @Test
  void external_overdue_once_the_deadline_has_come() {
    var waiting = DecisionFixtures.envelope(ExecutionState.WAITING_EXTERNAL);
    assertThat(codes(waiting, QUEUE, null)).containsExactly(ReasonCode.STATE_NOT_ELIGIBLE);
    var due =
        waiting
            .to(ExecutionState.WAITING_EXTERNAL)
            .external(
                new ExternalWork(
                    "ext-1", DecisionFixtures.NOW.minusSeconds(9), DecisionFixtures.NOW))
            .at(DecisionFixtures.NOW);
    assertThat(codes(due, QUEUE, null))
        .containsExactly(ReasonCode.EXTERNAL_OVERDUE, ReasonCode.STATE_NOT_ELIGIBLE);
  }

  @Test
  void next_queue_key_missing_and_queue_unknown() {
    var nowhere = READY.to(ExecutionState.READY).queue(null, null).at(DecisionFixtures.NOW);
    assertThat(codes(nowhere, null, null)).containsExactly(ReasonCode.NEXT_QUEUE_KEY_MISSING);
    assertThat(codes(READY, null, null)).containsExactly(ReasonCode.QUEUE_UNKNOWN);
  }

  @Test
  void queue_disabled() {
    assertThat(codes(READY, DecisionFixtures.queue(DecisionFixtures.QUEUE, true, false), null))
        .containsExactly(ReasonCode.QUEUE_DISABLED);
  }

  @Test
  void state_not_eligible_in_a_queue_that_takes_no_retries() {
    var fresh = with(policy -> policy.set("eligible_states", Json.tree(List.of("READY"))));
    assertThat(codes(READY, fresh, null)).isEmpty();
    assertThat(codes(DecisionFixtures.envelope(ExecutionState.FAILED_RETRYABLE), fresh, null))
        .containsExactly(ReasonCode.STATE_NOT_ELIGIBLE);
  }

  @Test
  void not_ready_yet_until_the_instant_of_ready_at() {
    var later =
        READY
            .to(ExecutionState.READY)
            .readyAt(DecisionFixtures.NOW.plusNanos(1_000))
            .at(DecisionFixtures.NOW);
    assertThat(codes(later, QUEUE, null)).containsExactly(ReasonCode.NOT_READY_YET);
    var now = READY.to(ExecutionState.READY).readyAt(DecisionFixtures.NOW).at(DecisionFixtures.NOW);
    assertThat(codes(now, QUEUE, null)).isEmpty();
  }

  @Test
  void retry_window_not_reached_and_then_ready_at_does_not_count() {
    var waiting =
        READY
            .to(ExecutionState.FAILED_RETRYABLE)
            .readyAt(DecisionFixtures.NOW.plusSeconds(9))
            .retryAt(DecisionFixtures.NOW.plusNanos(1_000))
            .at(DecisionFixtures.NOW);
    assertThat(codes(waiting, QUEUE, null)).containsExactly(ReasonCode.RETRY_WINDOW_NOT_REACHED);
    var due =
        waiting
            .to(ExecutionState.FAILED_RETRYABLE)
            .retryAt(DecisionFixtures.NOW)
            .at(DecisionFixtures.NOW);
    assertThat(codes(due, QUEUE, null)).isEmpty();
  }

  @Test
  void template_not_served() {
    var specimens =
        with(policy -> policy.set("subject_template_codes", Json.tree(List.of("content/x/1.0"))));
    assertThat(codes(READY, specimens, null)).containsExactly(ReasonCode.TEMPLATE_NOT_SERVED);
  }

  @Test
  void scope_mismatch_when_the_value_is_another_or_missing() {
    var oslo = with(policy -> policy.set("site_scope", Json.tree(List.of("oslo"))));
    assertThat(codes(READY, oslo, null)).containsExactly(ReasonCode.SCOPE_MISMATCH);
    assertThat(codes(at("bergen"), oslo, null)).containsExactly(ReasonCode.SCOPE_MISMATCH);
    assertThat(codes(at("oslo"), oslo, null)).isEmpty();
    assertThat(codes(at("bergen"), QUEUE, null)).isEmpty();
  }

  @Test
  void every_reason_says_what_it_is_in_a_sentence() {
    assertThat(
            VisibilityRule.reasons(
                DecisionFixtures.subject(DecisionFixtures.envelope(ExecutionState.HELD)),
                QUEUE,
                DecisionFixtures.live(3),
                DecisionFixtures.NOW))
        .allMatch(reason -> reason.message().length() > 10);
  }

  private static Envelope at(String site) {
    return READY
        .to(ExecutionState.READY)
        .scope(new Scope(site, null, null))
        .at(DecisionFixtures.NOW);
  }

  /** The queue with some of its policy written over. */
  private static Queue with(Consumer<ObjectNode> change) {
    var document = (ObjectNode) Json.tree(QUEUE.policy());
    change.accept(document);
    return new Queue(QUEUE.uid(), QUEUE.euid(), Json.read(document, QueuePolicy.class));
  }

  private static List<ReasonCode> codes(Envelope envelope, Queue queue, Lease newest) {
    var subject =
        new Subject(
            7,
            "Z-XS-7",
            Enqueue.TASK,
            "S-1",
            DecisionFixtures.NOW.minusSeconds(60),
            DecisionFixtures.NOW,
            envelope);
    return VisibilityRule.reasons(subject, queue, newest, DecisionFixtures.NOW).stream()
        .map(Reason::code)
        .toList();
  }
}
