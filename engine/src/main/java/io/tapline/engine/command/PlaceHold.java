package io.tapline.engine.command;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tapline.engine.model.ActionKey;
import tools.jackson.databind.JsonNode;

/**
 * Holds one job.
 *
 * @param metadata additional data stored with the hold, or null
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

  public static PlaceHold read(RequestFields f, RequestMeta meta) {
    return new PlaceHold(
        meta,
        f.text("subject_euid"),
        StatePrecondition.read(f),
        f.text("queue_key"),
        f.text("hold_code"),
        f.text("reason"),
        f.json("metadata"));
  }

  @Override
  public void check(FieldChecks c) {
    c.required("subject_euid", subjectEuid, Limits.KEY)
        .text("queue_key", queueKey, Limits.KEY)
        .present("hold_code", holdCode)
        .code("hold_code", holdCode, "reason")
        .required("reason", reason, Limits.TEXT);
    SharedChecks.metadata(c, metadata);
  }
}
