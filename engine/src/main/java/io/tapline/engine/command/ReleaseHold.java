package io.tapline.engine.command;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tapline.engine.model.ActionKey;
import tools.jackson.databind.JsonNode;

/**
 * Releases one hold; the job continues when the last one is released.
 *
 * @param metadata additional data stored with the release, or null
 */
public record ReleaseHold(
    RequestMeta meta,
    StatePrecondition expect,
    String holdEuid,
    String reason,
    @JsonInclude(JsonInclude.Include.NON_NULL) JsonNode metadata)
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

  public static ReleaseHold read(RequestFields f, RequestMeta meta) {
    return new ReleaseHold(
        meta, StatePrecondition.read(f), f.text("hold_euid"), f.text("reason"), f.json("metadata"));
  }

  @Override
  public void check(FieldChecks c) {
    c.required("hold_euid", holdEuid, Limits.KEY).text("reason", reason, Limits.TEXT);
    SharedChecks.metadata(c, metadata);
  }
}
