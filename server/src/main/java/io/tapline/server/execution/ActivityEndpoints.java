package io.tapline.server.execution;

import io.tapline.api.ActionKey;
import io.tapline.api.Code;
import io.tapline.api.Page;
import io.tapline.engine.Engine;
import io.tapline.engine.read.ReadModels;
import io.tapline.engine.read.evidence.ActionFilter;
import io.tapline.server.actions.ApiPaths;
import io.tapline.server.actions.WireFields;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.ValueShape;
import java.util.Arrays;
import java.util.List;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/** The audit trail: actions with their callers, newest first. */
@Component
final class ActivityEndpoints implements EndpointGroup {

  private static final ValueShape ACTION_KEYS =
      ValueShape.choice(
          Arrays.stream(ActionKey.values())
              .filter(key -> !key.pulse())
              .map(ActionKey::wire)
              .toList());

  private final ReadModels reads;

  ActivityEndpoints(Engine engine) {
    this.reads = engine.reads();
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(list(), file());
  }

  private Endpoint list() {
    return filtered(WireFields.paged(Endpoint.get(ApiPaths.ACTIONS)))
        .summary("Actions, newest first, without heartbeats and renewals")
        .answers(ValueShape.page(EvidenceShapes.TRAIL))
        .handledBy(call -> call.ok(page(call, call.limit(), call.cursor())));
  }

  private Endpoint file() {
    return filtered(Endpoint.get("/activity.csv"))
        .summary("All matching actions as a CSV file for spreadsheets, streamed")
        .answers(new ValueShape.Plain(TrailFile.TYPE))
        .handledBy(call -> TrailFile.download(cursor -> page(call, Page.MAX_LIMIT, cursor)));
  }

  private static Endpoint.Builder filtered(Endpoint.Builder endpoint) {
    return endpoint
        .query("action_key", ACTION_KEYS, "only actions with this key")
        .query("actor", WireFields.NAME, "only actions of actors whose name contains this text")
        .query("queue_key", WireFields.KEY, "only actions of this queue")
        .query("subject_euid", WireFields.KEY, "only actions on this job")
        .query("from", ValueShape.time(), "only from this time on")
        .query("until", ValueShape.time(), "before this")
        .refuses(Code.NOT_FOUND);
  }

  private Page<JsonNode> page(EndpointCall call, int limit, String cursor) {
    return reads.actions().page(call.tenantId(), filter(call), limit, cursor);
  }

  private static ActionFilter filter(EndpointCall call) {
    return new ActionFilter(
        call.choice("action_key", ActionKey.class, ActionKey::wire),
        call.text("actor"),
        call.text("queue_key"),
        call.text("subject_euid"),
        call.time("from"),
        call.time("until"));
  }
}
