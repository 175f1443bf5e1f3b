package io.tapline.api.request;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ActionKey;
import io.tapline.api.Limits;
import io.tapline.api.WireField;
import tools.jackson.databind.JsonNode;

/**
 * The worker returns its job; this spends no attempt.
 *
 * @param metadata additional data stored with the release, or null
 */
@WireField.Ignored(
    name = "subject_euid",
    length = Limits.KEY,
    about = "accepted and ignored; the lease determines it")
@RecordBuilder
public record Release(
    RequestMeta meta,
    @CommonFields.WorkerOrOverride String workerEuid,
    @CommonFields.Lease String leaseEuid,
    StatePrecondition expect,
    @CommonFields.OverrideFlag boolean override,
    @CommonFields.OptionalReason String reason,
    @CommonFields.Metadata @JsonInclude(JsonInclude.Include.NON_NULL) JsonNode metadata)
    implements LeaseCommand {

  public Release(
      RequestMeta meta,
      String workerEuid,
      String leaseEuid,
      StatePrecondition expect,
      boolean override,
      String reason) {
    this(meta, workerEuid, leaseEuid, expect, override, reason, null);
  }

  @Override
  public ActionKey action() {
    return ActionKey.RELEASE_QUEUE_LEASE;
  }

  @Override
  public String subjectEuid() {
    return null;
  }
}
