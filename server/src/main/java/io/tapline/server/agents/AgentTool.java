package io.tapline.server.agents;

import io.tapline.api.Role;
import io.tapline.engine.model.Caller;
import io.tapline.server.http.ApiField;
import java.util.List;
import java.util.Set;

/**
 * A tool that an agent can call.
 *
 * @param about its effect and when to use it, for the model that chooses among the tools
 * @param roles the roles that may call it; it is hidden from all other callers
 * @param changes whether it changes data
 */
record AgentTool(
    String name,
    String title,
    String about,
    List<ApiField> arguments,
    Set<Role> roles,
    boolean changes,
    Work work) {

  /** The implementation of the tool; its answer is printed as JSON. */
  @FunctionalInterface
  interface Work {
    Object answer(Caller caller, ToolArguments arguments);
  }

  boolean isFor(Caller caller) {
    return roles.stream().anyMatch(caller::is);
  }
}
