package io.tapline.engine.pipeline;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.engine.model.Caller;
import io.tapline.engine.store.PrincipalObjects;
import io.tapline.engine.store.TemplateCache;
import io.tapline.tapdb.TapDb;
import java.time.Duration;

/**
 * The dependencies that all pipelines share.
 *
 * @param patience the time after which a shared transaction counts as stuck
 */
@RecordBuilder
record PipelineContext(
    TapDb tapDb,
    TemplateCache templates,
    PrincipalObjects principals,
    ActionStats stats,
    String softwareVersion,
    Duration patience) {

  /** The caller with the object of its principal, which is created if it does not exist. */
  RequestCaller asker(Caller caller) {
    return new RequestCaller(caller, principals.uidOf(caller));
  }
}
