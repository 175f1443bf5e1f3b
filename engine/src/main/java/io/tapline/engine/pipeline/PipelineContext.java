package io.tapline.engine.pipeline;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.engine.store.PolicyVersions;
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
public record PipelineContext(
    TapDb tapDb,
    TemplateCache templates,
    PolicyVersions policies,
    PrincipalObjects principals,
    ActionStats stats,
    String softwareVersion,
    Duration patience) {}
