package io.tapline.server.api;

/** Where the doors are. */
final class ApiPaths {

  static final String EXECUTION = "/api/v1/execution";
  static final String ACTIONS = EXECUTION + "/actions";

  private ApiPaths() {}
}
