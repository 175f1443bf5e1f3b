package io.tapline.packs.compute;

import io.tapline.api.Code;
import io.tapline.engine.domain.ActionFacts;
import io.tapline.engine.domain.ActionPlan;
import io.tapline.engine.domain.ActionTarget;
import io.tapline.engine.domain.ExistingObject;
import io.tapline.engine.domain.NeededObjects;
import io.tapline.engine.domain.NewObject;
import io.tapline.packs.PackRules;
import io.tapline.packs.SchemaAction;
import io.tapline.tapdb.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Records the artifacts of the newest run of a request; the request goes to QC or completes. */
final class RecordAnalysisArtifacts extends SchemaAction {

  RecordAnalysisArtifacts() {
    super("record_analysis_artifacts", "Keep what a run left behind", ActionTarget.LEASE);
  }

  @Override
  public NeededObjects reading(JsonNode fields) {
    return new NeededObjects().children(ComputePack.ANALYSIS_RUN);
  }

  @Override
  public ActionPlan decide(ActionFacts facts) {
    var request = facts.subject();
    PackRules.waitsIn(request, key(), List.of(ComputePack.DISPATCH));
    var run = newestRun(facts);
    var plan = new ActionPlan();
    var artifacts = new ArrayList<NewObject>();
    for (var entry : facts.fields().get("artifacts")) {
      var artifact = plan.make(ComputePack.ARTIFACT, null, (ObjectNode) entry.deepCopy());
      plan.link(run, ComputePack.ANALYSIS_ARTIFACT, artifact);
      artifacts.add(artifact);
    }
    var result = Json.object().put("artifact_count", artifacts.size());
    if (facts.fields().has("metadata")) {
      result.set("metadata", facts.fields().get("metadata"));
    }
    boolean done = facts.fields().has("requires_qc") && !facts.isTrue("requires_qc");
    if (done) {
      plan.complete(request, result);
    } else {
      plan.route(request, ComputePack.QC, "record_analysis_qc", result);
    }
    return plan.answer("analysis_run_euid", run)
        .answer("artifact_euids", artifacts)
        .answer("current_queue", done ? null : ComputePack.QC);
  }

  private static ExistingObject newestRun(ActionFacts facts) {
    var runs = facts.children(facts.subject(), ComputePack.ANALYSIS_RUN);
    PackRules.require(
        !runs.isEmpty(),
        Code.STATE_CONFLICT,
        "request " + facts.subject().euid() + " has no run yet; start_analysis_run comes first");
    return runs.stream().max(Comparator.comparingLong(ExistingObject::uid)).orElseThrow();
  }
}
