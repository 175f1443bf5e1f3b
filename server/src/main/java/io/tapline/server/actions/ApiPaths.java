package io.tapline.server.actions;

/** Where the doors are. */
public final class ApiPaths {

  public static final String EXECUTION = "/api/v1/execution";
  public static final String ACTIONS = EXECUTION + "/actions";

  private ApiPaths() {}
}
