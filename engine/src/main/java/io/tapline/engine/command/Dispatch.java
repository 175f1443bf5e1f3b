package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/** The worker dispatched the work to an external system; its lease ends. */
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

  public static Dispatch read(RequestFields f, RequestMeta meta) {
    return new Dispatch(
        meta,
        f.text("subject_euid"),
        f.text("worker_euid"),
        f.text("lease_euid"),
        StatePrecondition.read(f),
        f.text("external_ref"),
        f.time("deadline_at"),
        f.json("dispatch_payload"));
  }

  @Override
  public void check(FieldChecks c) {
    LeaseCommand.super.check(c);
    c.required("external_ref", externalRef, Limits.KEY)
        .time("deadline_at", deadlineAt)
        .json("dispatch_payload", dispatchPayload, Limits.PAYLOAD_BYTES);
  }
}
