package io.tapline.packs.compute;

import io.tapline.api.ExecutionState;
import io.tapline.engine.domain.ActionFacts;
import io.tapline.engine.domain.ActionPlan;
import io.tapline.engine.domain.ActionTarget;
import io.tapline.engine.domain.NeededObjects;
import io.tapline.packs.PackRules;
import io.tapline.packs.SchemaAction;
import io.tapline.tapdb.Json;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Starts a pipeline for a request. The worker keeps its lease or dispatches the work externally.
 */
final class StartAnalysisRun extends SchemaAction {

  StartAnalysisRun() {
    super("start_analysis_run", "Begin a run of a pipeline for a request", ActionTarget.LEASE);
  }

  @Override
  public NeededObjects reading(JsonNode fields) {
    return new NeededObjects().objects("input_euids", texts(fields, "input_euids"));
  }

  @Override
  public ActionPlan decide(ActionFacts facts) {
    var request = facts.subject();
    PackRules.waitsIn(request, key(), List.of(ComputePack.DISPATCH));
    var plan = new ActionPlan();
    var properties = Json.object().put("pipeline", facts.text("pipeline"));
    for (var kept : List.of("parameters", "metadata")) {
      if (facts.fields().has(kept)) {
        properties.set(kept, facts.fields().get(kept));
      }
    }
    var run = plan.make(ComputePack.RUN, facts.text("run_name"), properties);
    plan.link(request, ComputePack.ANALYSIS_RUN, run);
    for (var input : texts(facts.fields(), "input_euids")) {
      plan.link(facts.object(input), ComputePack.ANALYSIS_INPUT, run);
    }
    if (request.execution().state() != ExecutionState.RUNNING) {
      plan.start(request);
    }
    return plan.answer("analysis_run_euid", run);
  }
}
