package io.tapline.packs.wetlab;

import io.tapline.api.Code;
import io.tapline.engine.domain.ActionFacts;
import io.tapline.engine.domain.ActionPlan;
import io.tapline.engine.domain.ActionTarget;
import io.tapline.engine.domain.NeededObjects;
import io.tapline.packs.PackRules;
import io.tapline.packs.SchemaAction;
import tools.jackson.databind.JsonNode;

/** QC of a library: routes it to pooling on its platform, or holds it. */
final class RecordLibraryQc extends SchemaAction {

  RecordLibraryQc() {
    super("record_library_qc", "QC of a library", ActionTarget.LEASE);
  }

  @Override
  public NeededObjects reading(JsonNode fields) {
    return MaterialUse.reading(fields);
  }

  @Override
  public ActionPlan decide(ActionFacts facts) {
    var library = facts.subject();
    PackRules.waitsIn(library, key(), SequencingPlatform.all(SequencingPlatform::libraryQc));
    MaterialUse.requireThere(facts, library);
    var platform =
        SequencingPlatform.of(library.execution().nextQueueKey(), SequencingPlatform::libraryQc);
    var requested = facts.text("next_queue");
    PackRules.require(
        requested == null
            || requested.endsWith("_exception")
            || requested.equals(platform.pooling()),
        Code.STATE_CONFLICT,
        "next_queue: " + library.euid() + " is for " + platform + ", not for " + requested);
    return QcVerdict.plan(facts, "library QC", platform.pooling(), "create_pool");
  }
}
