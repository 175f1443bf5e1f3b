package io.tapline.engine.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tapline.api.ActionKey;
import io.tapline.api.Code;
import io.tapline.api.ErrorClass;
import io.tapline.api.request.Claim;
import io.tapline.api.request.ClaimBuilder;
import io.tapline.api.request.Command;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.Fail;
import io.tapline.engine.model.RefusedException;
import io.tapline.tapdb.Json;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ActionSpecTest {

  @Test
  void a_request_becomes_a_command_field_by_field() {
    var command =
        (Enqueue)
            read(
                ActionKey.ENQUEUE_SUBJECT,
                """
                {"idempotency_key":"k","template_code":"data/execution/task/1.0","queue_key":"q","priority":5,
                 "ready_at":"2026-01-05T13:00:00+01:00","scope":{"site":"sfo"},"properties":{"a":1},"max_attempts":2}\
                """);
    assertThat(command.meta().idempotencyKey()).isEqualTo("k");
    assertThat(command.priority()).isEqualTo(5);
    assertThat(command.readyAt()).isEqualTo(Instant.parse("2026-01-05T12:00:00Z"));
    assertThat(command.scope().site()).isEqualTo("sfo");
    assertThat(command.properties().get("a").intValue()).isEqualTo(1);
  }

  @Test
  void the_key_in_the_body_goes_before_the_one_in_the_header() {
    var body = Json.parse("{\"idempotency_key\":\"body\",\"worker_euid\":\"w\"}");
    assertThat(
            ActionTable.of(ActionKey.CLAIM_QUEUE_ITEM)
                .read(body, "header", null)
                .meta()
                .idempotencyKey())
        .isEqualTo("body");
    assertThat(
            ActionTable.of(ActionKey.CLAIM_QUEUE_ITEM)
                .read(Json.parse("{\"worker_euid\":\"w\"}"), "header", null)
                .meta()
                .idempotencyKey())
        .isEqualTo("header");
  }

  @Test
  void an_error_class_is_read_by_its_name() {
    var fail = (Fail) read(ActionKey.FAIL_QUEUE_EXECUTION, "{\"error_class\":\"PERMANENT_INPUT\"}");
    assertThat(fail.errorClass()).isEqualTo(ErrorClass.PERMANENT_INPUT);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ENQUEUE_SUBJECT|{"ready_at":"yesterday"}|ready_at
          ENQUEUE_SUBJECT|{"ready_at":"2026-13-01T00:00:00Z"}|ready_at
          ENQUEUE_SUBJECT|{"ready_at":5}|ready_at
          ENQUEUE_SUBJECT|{"priority":"high"}|priority
          ENQUEUE_SUBJECT|{"priority":1.5}|priority
          ENQUEUE_SUBJECT|{"priority":99999999999}|priority
          ENQUEUE_SUBJECT|{"scope":"sfo"}|scope
          ENQUEUE_SUBJECT|{"scope":{"room":"1"}}|scope.room
          ENQUEUE_SUBJECT|{"que_key":"q"}|que_key
          FAIL_QUEUE_EXECUTION|{"error_class":"BAD_LUCK"}|error_class
          FAIL_QUEUE_EXECUTION|{"retryable":"yes"}|retryable
          START_QUEUE_EXECUTION|{"expected_state":"SLEEPING"}|expected_state
          CANCEL_SUBJECT_EXECUTION|{"mode":"gently"}|mode
          CREATE_QUEUE|{"retry_policy":{"backoff_factor":"two"}}|retry_policy.backoff_factor
          CREATE_QUEUE|{"subject_template_codes":[1]}|subject_template_codes
          REGISTER_WORKER|{"worker_type":"ROBOT"}|worker_type
          """)
  void what_is_wrong_is_refused_with_its_field(ActionKey action, String body, String field) {
    var refused = catchThrowableOfType(RefusedException.class, () -> read(action, body));
    assertThat(refused.code()).isEqualTo(Code.VALIDATION_FAILED);
    assertThat(refused.refusal().field()).isEqualTo(field);
  }

  @ParameterizedTest
  @EnumSource(ActionKey.class)
  void every_action_can_be_read_and_a_body_that_is_no_object_is_refused(ActionKey action) {
    assertThat(read(action, "{}").action()).isEqualTo(action);
    var refused = catchThrowableOfType(RefusedException.class, () -> read(action, "[]"));
    assertThat(refused.refusal().field()).isEqualTo("body");
  }

  /** Clients send the document of the record, so it must contain every field that is set. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          COMPLETE_QUEUE_EXECUTION|{"subject_euid":"s","worker_euid":"w","lease_euid":"l","expected_state":"RUNNING","expected_revision":3,"result_payload":{"a":[1]},"outputs":["o"],"override":true,"reason":"r","idempotency_key":"k"}
          FAIL_QUEUE_EXECUTION|{"subject_euid":"s","lease_euid":"l","retryable":false,"stage":"exec","correlation_id":"c"}
          CLAIM_QUEUE_ITEM|{"worker_euid":"w","max_items":2,"start":true,"not_after":"2026-01-05T12:00:00Z"}
          CANCEL_SUBJECT_EXECUTION|{"subject_euid":"s","mode":"soft","reason":"r"}
          REPORT_PROGRESS|{"subject_euid":"s","worker_euid":"w","lease_euid":"l","fraction":0.5,"message":"m"}
          ENQUEUE_SUBJECT|{"template_code":"t","queue_key":"q","priority":-1,"scope":{"site":"sfo"},"deadline_at":"2026-01-05T12:00:00Z","correlation":{"trx_euid":"t"}}
          UPDATE_QUEUE|{"queue_key":"q","expected_revision":1,"eligible_states":["READY"],"retry_policy":{"backoff_factor":2.0,"max_delay_seconds":60},"enabled":false}
          """)
  void the_document_of_a_command_is_read_as_the_same_command(ActionKey action, String body) {
    var command = read(action, body);
    var document = command.document().toString();
    assertThat(Json.parse(document)).isEqualTo(Json.parse(body));
    assertThat(read(action, document)).isEqualTo(command);
  }

  @Test
  void the_document_of_a_claim_without_a_number_claims_one() {
    var claim = ClaimBuilder.builder().workerEuid("w").build();
    var read = (Claim) read(ActionKey.CLAIM_QUEUE_ITEM, claim.document().toString());
    assertThat(read.maxItems()).isEqualTo(1);
  }

  private static Command read(ActionKey action, String body) {
    return ActionTable.of(action).read(Json.parse(body), null, null);
  }
}
