package io.tapline.packs.wetlab;

import io.tapline.engine.domain.Facts;
import io.tapline.engine.domain.Footing;
import io.tapline.engine.domain.Plan;
import io.tapline.engine.domain.Reading;
import io.tapline.packs.Rules;
import io.tapline.packs.SchemaAction;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** QC of an extraction output: on to library preparation, or held. */
final class RecordPostExtractQc extends SchemaAction {

  RecordPostExtractQc() {
    super("record_post_extract_qc", "QC of an extraction output", Footing.LEASE);
  }

  @Override
  public Reading reading(JsonNode fields) {
    return Materials.reading(fields);
  }

  @Override
  public Plan decide(Facts facts) {
    var output = facts.subject();
    Rules.waitsIn(output, key(), List.of(CreateExtraction.NEXT_QUEUE));
    Materials.requireThere(facts, output);
    return QcVerdict.plan(facts, "post-extract QC", next(facts), "create_library_prep");
  }

  private static String next(Facts facts) {
    var platform = Platform.named(facts.subject().execution().scope().platform());
    var next =
        facts.text("next_queue") != null || platform == null
            ? facts.text("next_queue")
            : platform.libraryPrep();
    Rules.require(
        next != null || !facts.isTrue("passed"),
        "next_queue",
        "is required: "
            + facts.subject().euid()
            + " names no platform, so say "
            + Platform.all(Platform::libraryPrep));
    return next;
  }
}
