package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;
import io.tapline.api.request.Cancel;
import io.tapline.api.request.Dispatch;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.ExternalResultBuilder;
import io.tapline.api.request.Fail;
import io.tapline.api.request.FailBuilder;
import io.tapline.api.request.PlaceHold;
import io.tapline.api.request.Release;
import io.tapline.api.request.ReleaseHold;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.Requeue;
import io.tapline.api.request.RequeueBuilder;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.FeedCursor;
import io.tapline.tapdb.Json;
import org.junit.jupiter.api.Test;

/**
 * Events may leave the system: they carry EUIDs, states and codes, and nothing that people wrote.
 */
class EventPrivacyTest extends InspectedTenantTest {

  private static final String WORDS = "Jane Doe, born 1961-04-02";

  @Test
  void nothing_that_people_wrote_is_in_any_event() {
    var subject = asOperator(enqueue(new RequestMeta("e", "order-7", null))).subjectEuid();
    asService(
        new Release(
            RequestMeta.key("r"),
            worker,
            claim().leaseEuid(),
            StatePrecondition.NOTHING,
            false,
            WORDS));
    asService(fail("f", claim(), ErrorClass.TRANSIENT_SYSTEM, "TUBE_EMPTY", WORDS));
    advance(3600);
    var held = asService(fail("g", claim(), ErrorClass.BUSINESS_RULE_HOLD, "CONSENT:1", WORDS));
    asOperator(
        new ReleaseHold(RequestMeta.key("rh"), StatePrecondition.NOTHING, held.holdEuid(), WORDS));
    asOperator(
        new PlaceHold(
            RequestMeta.key("h"), subject, StatePrecondition.NOTHING, null, "QC_REVIEW", WORDS));
    asAdmin(
        RequeueBuilder.builder()
            .meta(RequestMeta.key("q"))
            .subjectEuid(subject)
            .expect(StatePrecondition.NOTHING)
            .queueKey(QUEUE)
            .override(true)
            .reason(WORDS)
            .build());
    var out = lab.claimAndStart(worker, QUEUE);
    asService(
        new Dispatch(
            RequestMeta.key("d"),
            subject,
            worker,
            out.leaseEuid(),
            StatePrecondition.NOTHING,
            WORDS,
            null,
            Json.object().put("patient", WORDS)));
    asOperator(
        ExternalResultBuilder.builder()
            .meta(RequestMeta.key("x"))
            .subjectEuid(subject)
            .expect(StatePrecondition.NOTHING)
            .externalRef(WORDS)
            .outcome(ExecutionState.READY)
            .nextQueueKey(QUEUE)
            .resultPayload(Json.object().put("patient", WORDS))
            .reason(WORDS)
            .build());
    asService(fail("p", claim(), ErrorClass.PERMANENT_INPUT, "TUBE_MISMATCH", WORDS));
    asOperator(Requeue.of("q2", subject, WORDS));
    asOperator(new Cancel(RequestMeta.key("c"), subject, StatePrecondition.NOTHING, false, WORDS));

    var events = lab.events().page(lab.tenantId(), FeedCursor.START, subject, null, 500).items();
    assertThat(events).hasSizeGreaterThan(12);
    assertThat(events)
        .allSatisfy(event -> assertThat(Json.print(event)).doesNotContain("Doe").contains(subject));
    assertThat(events).allMatch(event -> event.correlationId().equals("order-7"));
    assertThat(events)
        .extracting(event -> event.cause())
        .contains("TUBE_EMPTY", "CONSENT:1", "QC_REVIEW");
  }

  @Test
  void words_in_the_place_of_a_code_are_refused_and_nothing_changes() {
    var subject = lab.enqueue(QUEUE);
    refused(
        Code.VALIDATION_FAILED,
        "hold_code",
        () ->
            asOperator(
                new PlaceHold(
                    RequestMeta.key("h"),
                    subject,
                    StatePrecondition.NOTHING,
                    null,
                    WORDS,
                    "look")));
    var item = claim();
    refused(
        Code.VALIDATION_FAILED,
        "error_code",
        () -> asService(fail("f", item, ErrorClass.TRANSIENT_SYSTEM, WORDS, "no luck")));
    refused(
        Code.VALIDATION_FAILED,
        "correlation_id",
        () -> asOperator(enqueue(new RequestMeta("e2", WORDS, null))));
    refused(
        Code.VALIDATION_FAILED,
        "trace_id",
        () -> asOperator(enqueue(new RequestMeta("e3", null, WORDS))));
  }

  private static Enqueue enqueue(RequestMeta meta) {
    return EnqueueBuilder.builder()
        .meta(meta)
        .templateCode(Enqueue.TASK)
        .subjectName(WORDS)
        .properties(Json.object().put("patient", WORDS))
        .queueKey(QUEUE)
        .build();
  }

  private ClaimAnswer.Item claim() {
    return lab.claimOne(worker, QUEUE);
  }

  private Fail fail(
      String key, ClaimAnswer.Item item, ErrorClass errorClass, String code, String message) {
    return FailBuilder.builder()
        .meta(RequestMeta.key(key))
        .subjectEuid(item.subjectEuid())
        .workerEuid(worker)
        .leaseEuid(item.leaseEuid())
        .expect(StatePrecondition.NOTHING)
        .errorClass(errorClass)
        .errorCode(code)
        .errorMessage(message)
        .build();
  }
}
