package io.tapline.api.request;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ActionKey;
import io.tapline.api.Limits;
import io.tapline.api.WireField;
import tools.jackson.databind.JsonNode;

/**
 * Holds one job.
 *
 * @param metadata additional data stored with the hold, or null
 */
@WireField.CheckOrder
@RecordBuilder
public record PlaceHold(
    RequestMeta meta,
    @CommonFields.Subject String subjectEuid,
    StatePrecondition expect,
    @WireField(length = Limits.KEY, about = "the queue of the hold") String queueKey,
    @WireField(
            required = true,
            codeBeside = "reason",
            about = "the kind of hold, as a code of the application; use reason for free text")
        String holdCode,
    @CommonFields.Reason String reason,
    @CommonFields.Metadata @JsonInclude(JsonInclude.Include.NON_NULL) JsonNode metadata)
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
