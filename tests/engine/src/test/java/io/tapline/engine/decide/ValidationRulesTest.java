package io.tapline.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.Code;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Complete;
import io.tapline.api.request.CreateQueue;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.Fail;
import io.tapline.api.request.Release;
import io.tapline.api.request.ResolveDeadLetter;
import io.tapline.api.request.UpdateQueue;
import io.tapline.tapdb.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules between the fields of one request. */
class ValidationRulesTest {

  private static final SoundRequest ENQUEUE =
      SoundRequest.of(Enqueue.class, "{\"template_code\":\"t\",\"queue_key\":\"q\"}");
  private static final SoundRequest FAIL =
      SoundRequest.of(
          Fail.class, "{\"subject_euid\":\"s\",\"worker_euid\":\"w\",\"lease_euid\":\"l\"}");
  private static final SoundRequest CREATE =
      SoundRequest.of(
          CreateQueue.class,
          "{\"queue_key\":\"q\",\"fields\":{\"subject_template_codes\":[\"t\"]}}");

  @Test
  void an_enqueue_makes_a_subject_or_names_one() {
    assertThat(ENQUEUE.with("template_code", null).refusal().field()).isEqualTo("template_code");
    assertThat(ENQUEUE.with("subject_euid", "s").refusal().field()).isEqualTo("subject_euid");
    var routed = ENQUEUE.with("template_code", null).with("subject_euid", "s");
    assertThat(routed.refusal()).isNull();
    assertThat(routed.with("properties", Json.object()).refusal().field()).isEqualTo("properties");
  }

  @Test
  void properties_are_an_object_that_leaves_the_envelope_alone() {
    assertThat(ENQUEUE.with("properties", Json.parse("[1]")).refusal().field())
        .isEqualTo("properties");
    assertThat(ENQUEUE.with("properties", Json.parse("{\"execution\":{}}")).refusal().field())
        .isEqualTo("properties.execution");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":\"x\\u0000\"}",
        "{\"x\\u0000\":1}",
        "{\"a\":[{\"b\":[\"\\u0000\"]}]}",
        "{\"a\":{\"x\\u0000\":{}}}"
      })
  void a_nul_character_is_refused_wherever_it_hides(String document) {
    var refusal = ENQUEUE.with("properties", Json.parse(document)).refusal();
    assertThat(refusal.code()).isEqualTo(Code.VALIDATION_FAILED);
    assertThat(refusal.field()).isEqualTo("properties");
  }

  @Test
  void text_that_only_speaks_of_a_nul_character_is_kept() {
    assertThat(ENQUEUE.with("properties", Json.parse("{\"a\":\"\\\\u0000\"}")).refusal()).isNull();
  }

  @Test
  void a_failure_says_its_class_or_whether_to_retry() {
    assertThat(FAIL.refusal().field()).isEqualTo("error_class");
    assertThat(FAIL.with("retryable", true).refusal()).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "TRANSIENT_SYSTEM, true, true",
    "TRANSIENT_SYSTEM, false, false",
    "PERMANENT_INPUT, false, true",
    "PERMANENT_INPUT, true, false",
    "BUSINESS_RULE_HOLD, true, false",
  })
  void class_and_retryable_do_not_contradict(String errorClass, boolean retryable, boolean sound) {
    var refusal = FAIL.with("error_class", errorClass).with("retryable", retryable).refusal();
    assertThat(refusal == null).isEqualTo(sound);
    if (!sound) {
      assertThat(refusal.field()).isEqualTo("retryable");
      assertThat(refusal.code()).isEqualTo(Code.VALIDATION_FAILED);
    }
  }

  @Test
  void reason_code_and_stage_are_words_of_the_table() {
    var sound = FAIL.with("retryable", true);
    assertThat(sound.with("reason_code", "timeout").with("stage", "commit").refusal()).isNull();
    assertThat(sound.with("reason_code", "bad_luck").refusal().field()).isEqualTo("reason_code");
    assertThat(sound.with("stage", "lunch").refusal().field()).isEqualTo("stage");
  }

  @Test
  void a_next_action_needs_a_next_queue() {
    var complete =
        SoundRequest.of(
            Complete.class, "{\"subject_euid\":\"s\",\"worker_euid\":\"w\",\"lease_euid\":\"l\"}");
    assertThat(complete.with("next_action_key", "qc").refusal().field())
        .isEqualTo("next_action_key");
    assertThat(complete.with("next_action_key", "qc").with("next_queue_key", "q").refusal())
        .isNull();
  }

  @Test
  void only_an_override_may_leave_the_worker_out() {
    var release = SoundRequest.of(Release.class, "{\"lease_euid\":\"l\"}");
    assertThat(release.refusal().field()).isEqualTo("worker_euid");
    assertThat(release.with("override", true).refusal()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "-q", "a b", "a\nb", "q'", "ä", "../q", ".q"})
  void a_queue_key_is_plain(String key) {
    assertThat(CREATE.with("queue_key", key).refusal().field()).isEqualTo("queue_key");
  }

  @ParameterizedTest
  @ValueSource(strings = {"q", "extraction_prod", "lab/a.b:c@d-1", "@internal/x", "9"})
  void a_queue_key_may_be_structured(String key) {
    assertThat(CREATE.with("queue_key", key).refusal()).isNull();
  }

  @Test
  void a_queue_serves_at_least_one_template_and_never_changes_them() {
    assertThat(CREATE.with("fields.subject_template_codes", Json.parse("[]")).refusal().field())
        .isEqualTo("subject_template_codes");
    var update =
        SoundRequest.of(
            UpdateQueue.class, "{\"queue_key\":\"q\",\"expected_revision\":1,\"fields\":{}}");
    assertThat(
            update.with("fields.subject_template_codes", Json.parse("[\"t\"]")).refusal().field())
        .isEqualTo("subject_template_codes");
    assertThat(update.with("expected_revision", null).refusal().field())
        .isEqualTo("expected_revision");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[\"READY\"] | true",
        "[\"FAILED_RETRYABLE\",\"READY\"] | true",
        "[] | false",
        "[\"READY\",\"RUNNING\"] | false",
        "[\"READY\",null] | false",
      })
  void eligible_states_are_a_part_of_ready_and_failed_retryable(String states, boolean sound) {
    var refusal = CREATE.with("fields.eligible_states", Json.parse(states)).refusal();
    assertThat(refusal == null).isEqualTo(sound);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[\"priority_desc\",\"due_at_asc\",\"ready_at_asc\",\"created_dt_asc\",\"euid_asc\"] |"
            + " true",
        "[\"due_at_asc\"] | false",
        "[] | false",
        "[null] | false",
      })
  void there_is_one_order(String order, boolean sound) {
    var refusal = CREATE.with("fields.selection_policy.order", Json.parse(order)).refusal();
    assertThat(refusal == null).isEqualTo(sound);
  }

  @Test
  void a_backoff_is_a_number_and_exponential() {
    assertThat(CREATE.with("fields.retry_policy.mode", "LINEAR").refusal().field())
        .isEqualTo("retry_policy.mode");
    assertThat(CREATE.with("fields.retry_policy.backoff_factor", "NaN").refusal().field())
        .isEqualTo("retry_policy.backoff_factor");
  }

  @ParameterizedTest
  @CsvSource({"IGNORED, true", "CANCELED, true", "OPEN, false", "REQUEUED, false"})
  void a_dead_letter_is_resolved_as_ignored_or_canceled(String state, boolean sound) {
    var resolve =
        SoundRequest.of(ResolveDeadLetter.class, "{\"dead_letter_euid\":\"d\",\"reason\":\"r\"}");
    assertThat(resolve.with("resolution_state", state).refusal() == null).isEqualTo(sound);
  }

  @Test
  void the_first_fault_is_the_answer() {
    var claim = SoundRequest.of(Claim.class, "{\"max_items\":0}");
    assertThat(claim.refusal().field()).isEqualTo("worker_euid");
    assertThat(claim.with("meta.idempotency_key", "").refusal().field())
        .isEqualTo("idempotency_key");
  }
}
