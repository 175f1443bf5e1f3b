package io.tapline.server.actions;

/** The path prefixes of the APIs. */
public final class ApiPaths {

  public static final String EXECUTION = "/api/v1/execution";
  public static final String ACTIONS = EXECUTION + "/actions";

  private ApiPaths() {}
}
