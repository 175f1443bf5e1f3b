package io.tapline.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;

/** Site, platform and assay of a job, which are matched with the scopes of queues and workers. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record Scope(
    @WireField(length = Limits.NAME, about = "the site of the job") String site,
    @WireField(length = Limits.NAME, about = "the platform that the job needs") String platform,
    @WireField(length = Limits.NAME, about = "the assay of the job") String assay) {

  public static final Scope NONE = ScopeBuilder.builder().build();
}
