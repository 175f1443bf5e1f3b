package io.tapline.engine.command;

import io.tapline.api.request.WireField;
import io.tapline.engine.model.ActionKey;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/** The worker dispatched the work to an external system; its lease ends. */
public record Dispatch(
    RequestMeta meta,
    @CommonFields.Subject String subjectEuid,
    @CommonFields.Worker String workerEuid,
    @CommonFields.Lease String leaseEuid,
    StatePrecondition expect,
    @WireField(required = true, length = Limits.KEY, about = "what it is called there")
        String externalRef,
    @WireField(about = "when it is overdue") Instant deadlineAt,
    @WireField(bytes = Limits.PAYLOAD_BYTES, about = "kept in the record") JsonNode dispatchPayload)
    implements LeaseCommand {
  @Override
  public ActionKey action() {
    return ActionKey.DISPATCH_EXTERNAL;
  }
}
