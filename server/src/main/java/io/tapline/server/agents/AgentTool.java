package io.tapline.server.agents;

import io.tapline.engine.model.Caller;
import io.tapline.engine.model.Role;
import io.tapline.server.http.ApiField;
import java.util.List;
import java.util.Set;

/**
 * One thing that an agent can ask for.
 *
 * @param about what it does and when to use it, for the model that chooses among them
 * @param roles who may; to everybody else it is not shown
 * @param changes whether anything is different afterwards
 */
record AgentTool(
    String name,
    String title,
    String about,
    List<ApiField> arguments,
    Set<Role> roles,
    boolean changes,
    Work work) {

  /** What it does, for someone who may; the answer is printed as JSON. */
  @FunctionalInterface
  interface Work {
    Object answer(Caller caller, ToolArguments arguments);
  }

  boolean isFor(Caller caller) {
    return roles.stream().anyMatch(caller::is);
  }
}
