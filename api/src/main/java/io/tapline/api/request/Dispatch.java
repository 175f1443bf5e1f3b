package io.tapline.api.request;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ActionKey;
import io.tapline.api.Limits;
import io.tapline.api.WireField;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/** The worker dispatched the work to an external system; its lease ends. */
@RecordBuilder
public record Dispatch(
    RequestMeta meta,
    @CommonFields.Subject String subjectEuid,
    @CommonFields.Worker String workerEuid,
    @CommonFields.Lease String leaseEuid,
    StatePrecondition expect,
    @WireField(required = true, length = Limits.KEY, about = "the reference in the external system")
        String externalRef,
    @WireField(about = "the deadline of the result") Instant deadlineAt,
    @WireField(bytes = Limits.PAYLOAD_BYTES, about = "stored in the record")
        JsonNode dispatchPayload)
    implements LeaseCommand {
  @Override
  public ActionKey action() {
    return ActionKey.DISPATCH_EXTERNAL;
  }
}
