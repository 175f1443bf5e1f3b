package io.tapline.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.CorrelationRefs;
import io.tapline.api.ExecutionState;
import io.tapline.api.ExternalWork;
import io.tapline.api.FinishedSummary;
import io.tapline.api.LeaseStatus;
import io.tapline.api.RecordStatus;
import io.tapline.api.Scope;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.ActionNote;
import io.tapline.engine.model.Attempt;
import io.tapline.engine.model.AttemptCorrelation;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.EnvelopeBuilder;
import io.tapline.engine.model.Event;
import io.tapline.engine.model.EventType;
import io.tapline.engine.model.HoldState;
import io.tapline.engine.model.LeaseTerms;
import io.tapline.engine.model.QueueCache;
import io.tapline.engine.model.Submission;
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
      new Envelope(
          ExecutionState.HELD,
          7,
          "queue \"q\" \u2028 é",
          "do\\it",
          -3,
          NOW,
          LATER,
          2,
          5,
          LATER,
          HoldState.ACTIVE,
          "why\n",
          true,
          false,
          "Z-EX-1A",
          new QueueCache("q", NOW, true),
          new Scope("north", null, "wgs"),
          ExecutionState.RUNNING,
          new ExternalWork("ref", NOW, LATER),
          "corr",
          "4bf92f3577b34da6a3ce929d0e0e4736",
          "Z-TK-1A",
          new Submission("room 1", "room 1:analysis:RDF"),
          LATER,
          "Z-WF-1A",
          LATER,
          LATER,
          new FinishedSummary("q", "no luck", "blob://r", NOW, "MOT:x", LATER, LATER),
          new CorrelationRefs("TRX1", null, "RUN1", "STEP1"));

  private static final LeaseTerms LEASE =
      new LeaseTerms(
          "token",
          LeaseStatus.RELEASED,
          NOW,
          LATER,
          LATER.plusSeconds(9),
          LATER,
          "FAILED_RETRYABLE",
          3,
          900,
          100,
          "do",
          "key",
          6,
          "sha256:x");

  private static final Attempt ATTEMPT =
      new Attempt(
          3,
          RecordStatus.FAILED_RETRYABLE,
          "do",
          "key",
          "sha256:x",
          ExecutionState.READY,
          ExecutionState.READY,
          ExecutionState.FAILED_RETRYABLE,
          6L,
          8L,
          NOW,
          LATER,
          60_000L,
          true,
          "TRANSIENT",
          "E1",
          "no \"luck\"",
          new AttemptCorrelation("TRX1", "ACC1", null, null, "corr", null),
          Json.object().put("in", 1L),
          Json.object().put("out", 2L),
          List.of("Z-QE-1@2"),
          "do",
          "fail_queue_execution");

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
    return new LeaseTerms(
        "token",
        LeaseStatus.ACTIVE,
        NOW,
        NOW,
        LATER,
        null,
        null,
        1,
        900,
        null,
        null,
        "key",
        1,
        "h");
  }

  private static ActionNote note(Envelope execution, JsonNode result) {
    return new ActionNote(
        ActionKey.PLACE_EXECUTION_HOLD,
        null,
        "ada \"the\" first",
        "OPERATOR",
        "worker",
        4,
        "Z-TK-1",
        "Z-WK-1",
        "Z-ES-1",
        "Z-EX-1",
        "Z-HD-1",
        "Z-DL-1",
        "q",
        "because",
        Json.object().put("order", 7),
        true,
        ExecutionState.RUNNING,
        ExecutionState.HELD,
        6L,
        7L,
        "corr",
        "trace",
        "key",
        "sha256:x",
        "tapline/dev",
        "OK",
        result,
        execution,
        List.of(
            new Event(
                EventType.JOB_HELD, ExecutionState.RUNNING, ExecutionState.HELD, 7L, "because")));
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
