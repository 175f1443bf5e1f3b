package io.tapline.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;

/** Site, platform and assay of a job, which are matched with the scopes of queues and workers. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record Scope(String site, String platform, String assay) {

  public static final Scope NONE = ScopeBuilder.builder().build();
}
