package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/** The worker handed the work to the outside; its part is done. */
public record Dispatch(
    RequestMeta meta,
    String subjectEuid,
    String workerEuid,
    String leaseEuid,
    StatePrecondition expect,
    String externalRef,
    Instant deadlineAt,
    JsonNode dispatchPayload)
    implements LeaseCommand {
  @Override
  public ActionKey action() {
    return ActionKey.DISPATCH_EXTERNAL;
  }
}
