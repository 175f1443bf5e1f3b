package io.tapline.server.execution;

import static io.tapline.api.ActionKey.DEAD_LETTER_SUBJECT;
import static io.tapline.api.ActionKey.RESOLVE_DEAD_LETTER;

import io.tapline.api.Code;
import io.tapline.api.DeadLetterGroups;
import io.tapline.api.DeadLetterReason;
import io.tapline.api.ResolutionState;
import io.tapline.engine.Engine;
import io.tapline.engine.read.ReadModels;
import io.tapline.engine.read.evidence.DeadLetterFilter;
import io.tapline.server.actions.ActionRequests;
import io.tapline.server.actions.ApiPaths;
import io.tapline.server.actions.WireFields;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.ValueShape;
import java.util.List;
import org.springframework.stereotype.Component;

/** Dead letters: jobs that failed for good and need a person. */
@Component
public final class DeadLetterEndpoints implements EndpointGroup {

  /** Number of leading characters by which messages are grouped. */
  private static final int MESSAGE = 200;

  public static final ValueShape DEAD_LETTER = EvidenceShapes.DEAD_LETTER;

  private final ReadModels reads;
  private final ActionRequests actions;

  DeadLetterEndpoints(Engine engine, ActionRequests actions) {
    this.reads = engine.reads();
    this.actions = actions;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(list(), groups(), send(), resolve());
  }

  private Endpoint list() {
    return filtered(WireFields.paged(Endpoint.get(ApiPaths.EXECUTION + "/dead-letter")))
        .summary("Dead letters over all jobs, oldest first")
        .answers(ValueShape.page(DEAD_LETTER))
        .handledBy(
            call ->
                call.ok(
                    reads
                        .evidence()
                        .deadLetters(call.tenantId(), filter(call), call.limit(), call.cursor())));
  }

  private Endpoint groups() {
    return filtered(Endpoint.get(ApiPaths.EXECUTION + "/dead-letter/groups"))
        .summary(
            "Numbers of dead letters by error, message and queue; each list ignores its own"
                + " filter")
        .answers(ValueShape.of(DeadLetterGroups.class))
        .handledBy(
            call -> call.ok(reads.evidence().deadLetterGroups(call.tenantId(), filter(call))));
  }

  private static Endpoint.Builder filtered(Endpoint.Builder endpoint) {
    return endpoint
        .query(
            "resolution_state",
            ValueShape.choice(ResolutionState.class),
            "only items in this state")
        .query("queue_key", WireFields.KEY, "only items of this queue")
        .query(
            "reason_code",
            ValueShape.choice(DeadLetterReason.REASON_CODES),
            "only items with this reason code")
        .query(
            "stage",
            ValueShape.choice(DeadLetterReason.STAGES),
            "only items that failed at this stage")
        .query(
            "error",
            WireFields.KEY,
            "only items with this error class; of items without one, with this reason code")
        .query("message", ValueShape.text(MESSAGE), "only items with exactly this error message");
  }

  private static DeadLetterFilter filter(EndpointCall call) {
    return new DeadLetterFilter(
        call.choice("resolution_state", ResolutionState.class),
        call.text("queue_key"),
        call.oneOf("reason_code", DeadLetterReason.REASON_CODES),
        call.oneOf("stage", DeadLetterReason.STAGES),
        call.text("error"),
        call.text("message"));
  }

  private Endpoint send() {
    return actions
        .declare(
            "dead-letter",
            DEAD_LETTER_SUBJECT,
            "Fail an unfinished job permanently, with a dead letter")
        .refuses(
            Code.SUBJECT_HELD,
            Code.SUBJECT_TERMINAL,
            Code.INVALID_TRANSITION,
            Code.STATE_CONFLICT,
            Code.REVISION_CONFLICT)
        .handledBy(call -> actions.one(call, DEAD_LETTER_SUBJECT));
  }

  private Endpoint resolve() {
    return actions
        .declare(
            "resolve-dead-letter",
            RESOLVE_DEAD_LETTER,
            "Close a dead letter; its job does not change")
        .refuses(Code.STATE_CONFLICT, Code.REVISION_CONFLICT)
        .handledBy(call -> actions.one(call, RESOLVE_DEAD_LETTER));
  }
}
