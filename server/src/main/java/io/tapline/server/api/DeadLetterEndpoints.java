package io.tapline.server.api;

import static io.tapline.engine.model.ActionKey.RESOLVE_DEAD_LETTER;

import io.tapline.engine.Engine;
import io.tapline.engine.model.Code;
import io.tapline.engine.model.DeadLetterNote;
import io.tapline.engine.model.ResolutionState;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.Field;
import io.tapline.server.http.Shape;
import java.util.List;
import org.springframework.stereotype.Component;

/** Dead letters: work that failed for good, for a person to look at. */
@Component
final class DeadLetterEndpoints implements EndpointGroup {

  private static final Shape DEAD_LETTER =
      Shape.with(
          DeadLetterNote.class,
          List.of(),
          Field.required("dead_letter_euid", WireFields.KEY, "the dead letter"),
          WireFields.SUBJECT_LOOKUP,
          WireFields.SUBJECT_NAME_LOOKUP,
          WireFields.QUEUE_LOOKUP);

  private final Engine engine;
  private final Actions actions;

  DeadLetterEndpoints(Engine engine, Actions actions) {
    this.engine = engine;
    this.actions = actions;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(list(), resolve());
  }

  private Endpoint list() {
    return WireFields.paged(Endpoint.get(Paths.EXECUTION + "/dead-letter"))
        .summary("Dead letters over all subjects, oldest first")
        .query("resolution_state", Shape.choice(ResolutionState.class), "only those in this state")
        .query("queue_key", WireFields.KEY, "only those of this queue")
        .answers(Shape.page(DEAD_LETTER))
        .handledBy(
            call ->
                call.ok(
                    engine
                        .reads()
                        .evidence()
                        .deadLetters(
                            call.tenantId(),
                            call.choice("resolution_state", ResolutionState.class),
                            call.text("queue_key"),
                            call.limit(),
                            call.cursor())));
  }

  private Endpoint resolve() {
    return actions
        .declare(
            "resolve-dead-letter",
            RESOLVE_DEAD_LETTER,
            "Close a dead letter without touching its subject",
            Field.required("dead_letter_euid", WireFields.KEY, "the dead letter"),
            Field.required(
                "resolution_state",
                Shape.choice(ResolutionState.IGNORED, ResolutionState.CANCELED),
                "a requeue sets REQUEUED by itself"),
            WireFields.WHY)
        .refuses(Code.STATE_CONFLICT, Code.REVISION_CONFLICT)
        .handledBy(call -> actions.one(call, RESOLVE_DEAD_LETTER));
  }
}
