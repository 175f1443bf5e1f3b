package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.Scope;
import tools.jackson.databind.JsonNode;

/** A subject that exists before it is sent to a queue. */
public record Prepare(
    RequestMeta meta, String templateCode, String subjectName, JsonNode properties, Scope scope)
    implements Command {
  @Override
  public ActionKey action() {
    return ActionKey.PREPARE_SUBJECT;
  }
}
