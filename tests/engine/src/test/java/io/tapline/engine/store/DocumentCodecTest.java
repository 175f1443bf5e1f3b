package io.tapline.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ActionKey;
import io.tapline.api.CorrelationRefs;
import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.ExternalWork;
import io.tapline.api.FinishedSummary;
import io.tapline.api.LeaseStatus;
import io.tapline.api.RecordStatus;
import io.tapline.api.Scope;
import io.tapline.api.Submission;
import io.tapline.engine.model.ActionNote;
import io.tapline.engine.model.ActionNoteBuilder;
import io.tapline.engine.model.Attempt;
import io.tapline.engine.model.AttemptBuilder;
import io.tapline.engine.model.AttemptCorrelation;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.EnvelopeBuilder;
import io.tapline.engine.model.Event;
import io.tapline.engine.model.HoldState;
import io.tapline.engine.model.LeaseTerms;
import io.tapline.engine.model.LeaseTermsBuilder;
import io.tapline.engine.model.QueueCache;
import io.tapline.tapdb.Json;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Lean on disk, whole to every reader, and in the order in which PostgreSQL keeps keys. */
class DocumentCodecTest {

  private static final Instant NOW = Instant.parse("2026-01-05T12:00:00.000001Z");
  private static final Instant LATER = NOW.plusSeconds(60);
  private static final Comparator<String> KEPT_ORDER =
      Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder());

  private static final Envelope FULL =
      EnvelopeBuilder.builder()
          .state(ExecutionState.HELD)
          .revision(7)
          .nextQueueKey("queue \"q\" \u2028 é")
          .nextActionKey("do\\it")
          .priority(-3)
          .readyAt(NOW)
          .dueAt(LATER)
          .attemptCount(2)
          .maxAttemptsOverride(5)
          .retryAt(LATER)
          .holdState(HoldState.ACTIVE)
          .holdReason("why\n")
          .cancelRequested(true)
          .terminal(false)
          .lastExecutionRecordEuid("Z-EX-1A")
          .queueCache(new QueueCache("q", NOW, true))
          .scope(new Scope("north", null, "wgs"))
          .heldFrom(ExecutionState.RUNNING)
          .external(new ExternalWork("ref", NOW, LATER))
          .correlationId("corr")
          .traceId("4bf92f3577b34da6a3ce929d0e0e4736")
          .compensates("Z-TK-1A")
          .submission(new Submission("room 1", "room 1:analysis:RDF"))
          .deadlineAt(LATER)
          .workflowEuid("Z-WF-1A")
          .cleanedAt(LATER)
          .evidenceUntil(LATER)
          .summary(new FinishedSummary("q", "no luck", "blob://r", NOW, "MOT:x", LATER, LATER))
          .correlation(new CorrelationRefs("TRX1", null, "RUN1", "STEP1"))
          .build();

  private static final LeaseTerms LEASE =
      LeaseTermsBuilder.builder()
          .leaseToken("token")
          .status(LeaseStatus.RELEASED)
          .claimedAt(NOW)
          .heartbeatAt(LATER)
          .expiresAt(LATER.plusSeconds(9))
          .releasedAt(LATER)
          .releaseReason("FAILED_RETRYABLE")
          .attemptNumber(3)
          .ttlSeconds(900)
          .heartbeatIntervalSeconds(100)
          .nextActionKey("do")
          .idempotencyKey("key")
          .subjectRevisionAtClaim(6)
          .payloadHash("sha256:x")
          .build();

  private static final Attempt ATTEMPT =
      AttemptBuilder.builder()
          .attemptNumber(3)
          .status(RecordStatus.FAILED_RETRYABLE)
          .actionKey("do")
          .idempotencyKey("key")
          .payloadHash("sha256:x")
          .expectedState(ExecutionState.READY)
          .startState(ExecutionState.READY)
          .endState(ExecutionState.FAILED_RETRYABLE)
          .startRevision(6L)
          .endRevision(8L)
          .startedAt(NOW)
          .finishedAt(LATER)
          .durationMs(60_000L)
          .retryable(true)
          .errorClass("TRANSIENT")
          .errorCode("E1")
          .errorMessage("no \"luck\"")
          .correlation(new AttemptCorrelation("TRX1", "ACC1", null, null, "corr", null))
          .inputSnapshot(Json.object().put("in", 1L))
          .resultSnapshot(Json.object().put("out", 2L))
          .policyRefs(List.of("Z-QE-1@2"))
          .nextActionKey("do")
          .endingActionKey("fail_queue_execution")
          .build();

  @Test
  void an_envelope_comes_back_as_it_was() {
    for (var envelope : List.of(FULL, plain())) {
      var text = DocumentCodec.print(envelope);
      assertThat(DocumentCodec.envelope(text)).isEqualTo(envelope);
      assertKeptOrder(Json.parse(text));
    }
  }

  @Test
  void what_is_usual_is_not_stored() {
    assertThat(Json.parse(DocumentCodec.print(plain())).propertyNames())
        .containsExactly("state", "priority", "ready_at", "revision", "attempt_count");
  }

  @Test
  void a_record_says_only_what_its_lease_does_not_and_comes_back_whole() {
    var besides = ATTEMPT.besides(LEASE);
    assertThat(besides)
        .hasAllNullFieldsOrPropertiesExcept(
            "attemptNumber",
            "status",
            "startState",
            "endState",
            "endRevision",
            "finishedAt",
            "durationMs",
            "retryable",
            "errorClass",
            "errorCode",
            "errorMessage",
            "correlation",
            "inputSnapshot",
            "resultSnapshot",
            "policyRefs");
    assertThat(besides.under(LEASE)).isEqualTo(ATTEMPT);
  }

  @Test
  void a_record_that_differs_from_its_lease_keeps_its_own() {
    var other = ATTEMPT.of("another").endedBy(ActionKey.EXPIRE_QUEUE_LEASE);
    assertThat(other.besides(LEASE).under(LEASE)).isEqualTo(other);
  }

  @Test
  void a_record_without_a_lease_says_everything() {
    var stored = properties(DocumentCodec.print(ATTEMPT));
    assertThat(DocumentCodec.record(stored.toString(), null)).isEqualTo(ATTEMPT);
    assertKeptOrder(stored);
  }

  @Test
  void an_action_comes_back_with_its_envelope_whole() {
    var note = note(FULL, null);
    var stored = properties(DocumentCodec.print(note));
    assertThat(stored.get("execution").has("state")).isFalse();
    assertThat(stored.get("execution").has("revision")).isFalse();
    assertThat(DocumentCodec.action(stored.toString())).isEqualTo(note);
    assertKeptOrder(stored);
  }

  @Test
  void an_action_about_something_else_comes_back_with_its_result() {
    var note = note(null, Json.object().put("worker_euid", "Z-WK-1"));
    var stored = properties(DocumentCodec.print(note));
    assertThat(DocumentCodec.action(stored.toString())).isEqualTo(note);
    assertKeptOrder(stored);
  }

  private static Envelope plain() {
    return EnvelopeBuilder.builder()
        .state(ExecutionState.COMPLETED)
        .revision(3)
        .readyAt(NOW)
        .holdState(HoldState.NONE)
        .queueCache(QueueCache.EMPTY)
        .scope(Scope.NONE)
        .build();
  }

  private static LeaseTerms unrenewed() {
    return LeaseTermsBuilder.builder()
        .leaseToken("token")
        .status(LeaseStatus.ACTIVE)
        .claimedAt(NOW)
        .heartbeatAt(NOW)
        .expiresAt(LATER)
        .attemptNumber(1)
        .ttlSeconds(900)
        .idempotencyKey("key")
        .subjectRevisionAtClaim(1)
        .payloadHash("h")
        .build();
  }

  private static ActionNote note(Envelope execution, JsonNode result) {
    return ActionNoteBuilder.builder()
        .actionKey(ActionKey.PLACE_EXECUTION_HOLD)
        .actor("ada \"the\" first")
        .role("OPERATOR")
        .target("worker")
        .ordinal(4)
        .subjectEuid("Z-TK-1")
        .workerEuid("Z-WK-1")
        .leaseEuid("Z-ES-1")
        .recordEuid("Z-EX-1")
        .holdEuid("Z-HD-1")
        .deadLetterEuid("Z-DL-1")
        .queueKey("q")
        .reason("because")
        .metadata(Json.object().put("order", 7))
        .override(true)
        .fromState(ExecutionState.RUNNING)
        .toState(ExecutionState.HELD)
        .revisionBefore(6L)
        .revisionAfter(7L)
        .correlationId("corr")
        .traceId("trace")
        .idempotencyKey("key")
        .payloadHash("sha256:x")
        .softwareVersion("tapline/dev")
        .status("OK")
        .result(result)
        .execution(execution)
        .events(
            List.of(
                new Event(
                    EventType.JOB_HELD,
                    ExecutionState.RUNNING,
                    ExecutionState.HELD,
                    7L,
                    "because")))
        .build();
  }

  private static JsonNode properties(String document) {
    return Json.parse(document).get("properties");
  }

  private static void assertKeptOrder(JsonNode document) {
    assertThat(List.copyOf(document.propertyNames())).isSortedAccordingTo(KEPT_ORDER);
    for (var nested : List.of("execution", "queue_cache")) {
      if (document.has(nested)) {
        assertKeptOrder(document.get(nested));
      }
    }
  }
}
