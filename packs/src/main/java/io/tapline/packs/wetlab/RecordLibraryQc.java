package io.tapline.packs.wetlab;

import io.tapline.engine.domain.ActionFacts;
import io.tapline.engine.domain.ActionPlan;
import io.tapline.engine.domain.ActionTarget;
import io.tapline.engine.domain.NeededObjects;
import io.tapline.engine.model.Code;
import io.tapline.packs.Rules;
import io.tapline.packs.SchemaAction;
import tools.jackson.databind.JsonNode;

/** QC of a library: on to pooling on its own platform, or held. */
final class RecordLibraryQc extends SchemaAction {

  RecordLibraryQc() {
    super("record_library_qc", "QC of a library", ActionTarget.LEASE);
  }

  @Override
  public NeededObjects reading(JsonNode fields) {
    return Materials.reading(fields);
  }

  @Override
  public ActionPlan decide(ActionFacts facts) {
    var library = facts.subject();
    Rules.waitsIn(library, key(), Platform.all(Platform::libraryQc));
    Materials.requireThere(facts, library);
    var platform = Platform.of(library.execution().nextQueueKey(), Platform::libraryQc);
    var asked = facts.text("next_queue");
    Rules.require(
        asked == null || asked.equals(platform.pooling()),
        Code.STATE_CONFLICT,
        "next_queue: " + library.euid() + " is for " + platform + ", not for " + asked);
    return QcVerdict.plan(facts, "library QC", platform.pooling(), "create_pool");
  }
}
