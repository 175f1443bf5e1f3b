package io.tapline.server.execution;

import static io.tapline.api.ActionKey.PLACE_EXECUTION_HOLD;
import static io.tapline.api.ActionKey.RELEASE_EXECUTION_HOLD;

import io.tapline.api.Code;
import io.tapline.engine.Engine;
import io.tapline.engine.model.HoldStatus;
import io.tapline.engine.read.ReadModels;
import io.tapline.server.actions.ActionRequests;
import io.tapline.server.actions.ApiPaths;
import io.tapline.server.actions.WireFields;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.ValueShape;
import java.util.List;
import org.springframework.stereotype.Component;

/** Holds: they block one job until they are released. */
@Component
final class HoldEndpoints implements EndpointGroup {

  private final ReadModels reads;
  private final ActionRequests actions;

  HoldEndpoints(Engine engine, ActionRequests actions) {
    this.reads = engine.reads();
    this.actions = actions;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(list(), place(), release());
  }

  private Endpoint list() {
    return WireFields.paged(Endpoint.get(ApiPaths.EXECUTION + "/holds"))
        .summary("Holds over all jobs, oldest first")
        .query("status", ValueShape.choice(HoldStatus.class), "only items with this status")
        .answers(ValueShape.page(EvidenceShapes.HOLD))
        .handledBy(
            call ->
                call.ok(
                    reads
                        .evidence()
                        .holds(
                            call.tenantId(),
                            call.choice("status", HoldStatus.class),
                            call.limit(),
                            call.cursor())));
  }

  private Endpoint place() {
    return actions
        .declare(
            "hold",
            PLACE_EXECUTION_HOLD,
            "Hold a job: workers cannot claim it until all its holds are released")
        .refuses(
            Code.SUBJECT_TERMINAL,
            Code.REVISION_CONFLICT,
            Code.STATE_CONFLICT,
            Code.INVALID_TRANSITION)
        .handledBy(call -> actions.one(call, PLACE_EXECUTION_HOLD));
  }

  private Endpoint release() {
    return actions
        .declare(
            "release-hold",
            RELEASE_EXECUTION_HOLD,
            "Release a hold; after its last hold, a job returns to its former state")
        .refuses(
            Code.SUBJECT_TERMINAL,
            Code.REVISION_CONFLICT,
            Code.STATE_CONFLICT,
            Code.INVALID_TRANSITION)
        .handledBy(call -> actions.one(call, RELEASE_EXECUTION_HOLD));
  }
}
