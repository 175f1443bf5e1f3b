package io.tapline.packs.compute;

import io.tapline.api.ErrorClass;
import io.tapline.engine.domain.ActionFacts;
import io.tapline.engine.domain.ActionPlan;
import io.tapline.engine.domain.ActionTarget;
import io.tapline.packs.PackRules;
import io.tapline.packs.SchemaAction;
import io.tapline.tapdb.Json;
import java.util.List;

/** Records the QC of an analysis: the request completes, or fails permanently. */
final class RecordAnalysisQc extends SchemaAction {

  RecordAnalysisQc() {
    super("record_analysis_qc", "QC of an analysis", ActionTarget.LEASE);
  }

  @Override
  public ActionPlan decide(ActionFacts facts) {
    var request = facts.subject();
    PackRules.waitsIn(request, key(), List.of(ComputePack.QC));
    boolean passed = facts.isTrue("passed");
    var plan = new ActionPlan();
    var properties = Json.object().put("passed", passed);
    for (var kept : List.of("metrics", "metadata")) {
      if (facts.fields().has(kept)) {
        properties.set(kept, facts.fields().get(kept));
      }
    }
    var record = plan.make(ComputePack.QC_RECORD, null, properties);
    plan.link(request, ComputePack.ANALYSIS_QC, record);
    var result = Json.object().put("qc_passed", passed);
    if (passed) {
      plan.complete(request, result);
    } else {
      var reason = facts.reason() == null ? "analysis QC failed" : facts.reason();
      plan.fail(request, ErrorClass.PERMANENT_STATE, "QC_FAILED", reason, result);
    }
    return plan.answer("qc_record_euid", record).answer("qc_passed", Json.tree(passed));
  }
}
