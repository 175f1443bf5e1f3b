package io.tapline.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ActionKey;
import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.Scope;
import io.tapline.engine.model.ActionNote;
import io.tapline.engine.model.ActionNoteBuilder;
import io.tapline.engine.model.CanonicalAction;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.EnvelopeBuilder;
import io.tapline.engine.model.Event;
import io.tapline.engine.model.HoldState;
import io.tapline.engine.model.QueueCache;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** One byte form of an action, wherever it is kept. */
class CanonicalActionTest extends InspectedTenantTest {

  private static final Instant NOW = Instant.parse("2026-01-05T12:00:00.000001Z");

  private static ActionNoteBuilder heldByAda() {
    return ActionNoteBuilder.builder()
        .actionKey(ActionKey.PLACE_EXECUTION_HOLD)
        .actor("Ada \"é\"")
        .role("OPERATOR")
        .subjectEuid("Z-TK-1")
        .reason("why\nnot")
        .fromState(ExecutionState.READY)
        .toState(ExecutionState.HELD)
        .revisionBefore(6L)
        .revisionAfter(7L)
        .payloadHash("sha256:" + "ab".repeat(32))
        .status("OK")
        .metadata(Json.parse("{\"b\": [1, null], \"a\": 0.50}"))
        .execution(envelope())
        .events(
            List.of(
                new Event(
                    EventType.JOB_HELD, ExecutionState.READY, ExecutionState.HELD, 7L, null)));
  }

  private static Envelope envelope() {
    return EnvelopeBuilder.builder()
        .state(ExecutionState.HELD)
        .revision(7)
        .readyAt(NOW)
        .holdState(HoldState.ACTIVE)
        .queueCache(QueueCache.EMPTY)
        .scope(Scope.NONE)
        .build();
  }

  private static String text(ActionNote note) {
    return new String(CanonicalAction.bytes("Z-ZA-1", NOW, note), StandardCharsets.UTF_8);
  }

  @Test
  void the_bytes_are_these_and_stay_these() {
    assertThat(text(heldByAda().execution(null).result(Json.parse("{\"z\":1,\"y\":2}")).build()))
        .isEqualTo(
            """
            {"action_euid":"Z-ZA-1","action_key":"place_execution_hold",\
            "actor":"Ada \\"é\\"","at":"2026-01-05T12:00:00.000001Z",\
            "events":[{"from":"READY","revision":7,"to":"HELD",\
            "type":"job_held"}],"from_state":"READY","metadata":{"a":0.5,\
            "b":[1,null]},\
            "payload_hash":"sha256:abababababababababababababababababababababababababababababababab",\
            "reason":"why\\nnot","result":{"y":2,"z":1},"revision_after":7,\
            "revision_before":6,"role":"OPERATOR","status":"OK",\
            "subject_euid":"Z-TK-1","to_state":"HELD"}\
            """);
  }

  @Test
  void the_order_of_names_and_a_first_ordinal_say_nothing() {
    var note = heldByAda().build();
    assertThat(text(heldByAda().metadata(Json.parse("{\"a\": 0.5, \"b\": [1, null]}")).build()))
        .isEqualTo(text(note));
    assertThat(text(heldByAda().ordinal(0).build())).isEqualTo(text(note));
    assertThat(text(heldByAda().ordinal(1).build())).isNotEqualTo(text(note));
  }

  @Test
  void whatever_is_changed_about_an_action_changes_its_bytes() {
    var whole = (ObjectNode) Json.tree(heldByAda().build());
    var bytes = text(heldByAda().build());
    for (var name : List.copyOf(whole.propertyNames())) {
      if (!name.equals("action_key")) {
        var without = whole.deepCopy();
        without.remove(name);
        assertThat(text(Json.read(without, ActionNote.class))).as(name).isNotEqualTo(bytes);
      }
    }
    var note = heldByAda().build();
    assertThat(CanonicalAction.bytes("Z-ZA-2", NOW, note))
        .isNotEqualTo(CanonicalAction.bytes("Z-ZA-1", NOW, note));
    assertThat(CanonicalAction.bytes("Z-ZA-1", NOW.plusNanos(1_000), note))
        .isNotEqualTo(CanonicalAction.bytes("Z-ZA-1", NOW, note));
  }

  @Test
  void an_action_has_the_same_bytes_before_it_is_stored_and_after() {
    // The connection stores its own build.
    var build = evidence.lastAction(lab.enqueue(QUEUE)).softwareVersion();
    Supplier<ActionNoteBuilder> held = () -> heldByAda().softwareVersion(build);
    for (var note :
        List.of(
            held.get().build(),
            held.get().ordinal(0).events(null).build(),
            held.get().ordinal(3).override(true).target("worker").build(),
            held.get().execution(null).result(Json.parse("{\"z\": 1e2, \"y\": [null]}")).build(),
            held.get().actionKey(ActionKey.RENEW_QUEUE_LEASE).build())) {
      assertStoredAsItWas(note);
    }
  }

  private void assertStoredAsItWas(ActionNote note) {
    var templates = lab.engine().templateCache();
    var euid = new String[1];
    var before =
        test.in(
            lab.tenantId(),
            tx -> {
              var clockAndIds = TransactionClockAndIds.underLock(tx, templates, 1);
              var template = templates.action(tx, note.actionKey());
              var ref = clockAndIds.next(template);
              var writer = new BatchWriter(tx, templates, clockAndIds);
              writer.act(
                  ActionEntryBuilder.builder().ref(ref).template(template).note(note).build());
              writer.write();
              euid[0] = ref.euid();
              return CanonicalAction.bytes(ref.euid(), clockAndIds.now(), note);
            });
    var stored = DocumentCodec.action((ObjectNode) evidence.properties(euid[0]));
    assertThat(CanonicalAction.bytes(euid[0], evidence.createdAt(euid[0]), stored))
        .asString(StandardCharsets.UTF_8)
        .isEqualTo(new String(before, StandardCharsets.UTF_8));
  }
}
