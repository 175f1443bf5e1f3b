package io.tapline.api.request;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ActionKey;
import io.tapline.api.Limits;
import io.tapline.api.WireField;
import tools.jackson.databind.JsonNode;

/**
 * Releases one hold; the job continues when the last one is released.
 *
 * @param metadata additional data stored with the release, or null
 */
@WireField.CheckOrder
@RecordBuilder
public record ReleaseHold(
    RequestMeta meta,
    StatePrecondition expect,
    @WireField(required = true, length = Limits.KEY, about = "the hold") String holdEuid,
    @CommonFields.OptionalReason String reason,
    @CommonFields.Metadata @JsonInclude(JsonInclude.Include.NON_NULL) JsonNode metadata)
    implements OperatorCommand {

  public ReleaseHold(RequestMeta meta, StatePrecondition expect, String holdEuid, String reason) {
    this(meta, expect, holdEuid, reason, null);
  }

  @Override
  public ActionKey action() {
    return ActionKey.RELEASE_EXECUTION_HOLD;
  }

  @Override
  public String subjectEuid() {
    return null;
  }
}
