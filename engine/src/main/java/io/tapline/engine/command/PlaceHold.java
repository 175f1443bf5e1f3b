package io.tapline.engine.command;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tapline.engine.model.ActionKey;
import tools.jackson.databind.JsonNode;

/**
 * Stop the line for one subject.
 *
 * @param metadata whatever else is worth keeping with the hold; null for nothing
 */
public record PlaceHold(
    RequestMeta meta,
    String subjectEuid,
    StatePrecondition expect,
    String queueKey,
    String holdCode,
    String reason,
    @JsonInclude(JsonInclude.Include.NON_NULL) JsonNode metadata)
    implements OperatorCommand {

  public PlaceHold(
      RequestMeta meta,
      String subjectEuid,
      StatePrecondition expect,
      String queueKey,
      String holdCode,
      String reason) {
    this(meta, subjectEuid, expect, queueKey, holdCode, reason, null);
  }

  @Override
  public ActionKey action() {
    return ActionKey.PLACE_EXECUTION_HOLD;
  }
}
