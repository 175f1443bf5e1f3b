package io.tapline.packs.wetlab;

import io.tapline.engine.domain.ActionFacts;
import io.tapline.engine.domain.ActionPlan;
import io.tapline.packs.PackRules;
import io.tapline.tapdb.Json;
import java.util.List;

/** QC of one material: if it passes, it is routed on; if it fails, it is held for a decision. */
final class QcVerdict {

  /** Enough for a handful of measurements. */
  private static final int REASON_METRICS = 500;

  private QcVerdict() {}

  /**
   * @param nextQueue queue of the material if it passes
   */
  static ActionPlan plan(ActionFacts facts, String what, String nextQueue, String nextAction) {
    var material = facts.subject();
    boolean passed = facts.isTrue("passed");
    PackRules.require(
        !passed || !facts.fields().path("next_queue").asString("").endsWith("_exception"),
        "next_queue",
        facts.text("next_queue") + " is for failed QC");
    var plan = new ActionPlan();
    var properties = Json.object().put("qc", what).put("passed", passed);
    var metrics = facts.fields().get("metrics");
    if (metrics != null) {
      properties.set("metrics", metrics);
    }
    if (facts.text("next_queue") != null) {
      properties.put("next_queue", facts.text("next_queue"));
    }
    var record =
        plan.make(
            WetLabTemplates.QC_RECORD,
            null,
            MaterialUse.with(facts, properties, List.of("quant_artifact_euid", "quant_file_name")));
    plan.link(material, WetLabLinks.QC_RECORD, record);
    MaterialUse.tools(plan, facts, record);
    var result = Json.object().put("qc_passed", passed);
    if (passed) {
      plan.route(material, nextQueue, nextAction, result);
    } else {
      plan.hold(material, "QC_FAILED", reason(facts, what), result);
    }
    return plan.answer("qc_record_euid", record)
        .answer("qc_passed", Json.tree(passed))
        .answer("next_queue", passed ? nextQueue : null)
        .answer("current_queue", passed ? nextQueue : null);
  }

  private static String reason(ActionFacts facts, String what) {
    if (facts.reason() != null) {
      return facts.reason();
    }
    var metrics = facts.fields().path("metrics");
    var text = metrics.isEmpty() ? "" : ": " + metrics;
    return what
        + " failed"
        + (text.length() > REASON_METRICS ? text.substring(0, REASON_METRICS) + "…" : text);
  }
}
