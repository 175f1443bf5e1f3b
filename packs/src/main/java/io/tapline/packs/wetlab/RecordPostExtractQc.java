package io.tapline.packs.wetlab;

import io.tapline.engine.domain.ActionFacts;
import io.tapline.engine.domain.ActionPlan;
import io.tapline.engine.domain.ActionTarget;
import io.tapline.engine.domain.NeededObjects;
import io.tapline.packs.PackRules;
import io.tapline.packs.SchemaAction;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** QC of an extraction output: routes it to library preparation, or holds it. */
final class RecordPostExtractQc extends SchemaAction {

  RecordPostExtractQc() {
    super("record_post_extract_qc", "QC of an extraction output", ActionTarget.LEASE);
  }

  @Override
  public NeededObjects reading(JsonNode fields) {
    return MaterialUse.reading(fields);
  }

  @Override
  public ActionPlan decide(ActionFacts facts) {
    var output = facts.subject();
    PackRules.waitsIn(output, key(), List.of(CreateExtraction.NEXT_QUEUE));
    MaterialUse.requireThere(facts, output);
    return QcVerdict.plan(facts, "post-extract QC", next(facts), "create_library_prep");
  }

  private static String next(ActionFacts facts) {
    var platform = SequencingPlatform.named(facts.subject().execution().scope().platform());
    var next =
        facts.text("next_queue") != null || platform == null
            ? facts.text("next_queue")
            : platform.libraryPrep();
    PackRules.require(
        next != null || !facts.isTrue("passed"),
        "next_queue",
        "is required: "
            + facts.subject().euid()
            + " names no platform, so say "
            + SequencingPlatform.all(SequencingPlatform::libraryPrep));
    return next;
  }
}
