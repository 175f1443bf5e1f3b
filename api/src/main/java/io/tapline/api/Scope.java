package io.tapline.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;

/** Where a subject belongs: the values that queue and worker scopes are matched with. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record Scope(String site, String platform, String assay) {

  public static final Scope NONE = ScopeBuilder.builder().build();
}
