package io.tapline.engine.model;

import com.fasterxml.jackson.annotation.JsonInclude;

/** Where a subject belongs: the values that queue and worker scopes are matched with. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Scope(String site, String platform, String assay) {

  public static final Scope NONE = new Scope(null, null, null);
}
