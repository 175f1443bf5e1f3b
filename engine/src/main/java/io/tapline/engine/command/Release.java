package io.tapline.engine.command;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tapline.engine.model.ActionKey;
import tools.jackson.databind.JsonNode;

/**
 * The worker returns its job; this spends no attempt.
 *
 * @param metadata additional data stored with the release, or null
 */
public record Release(
    RequestMeta meta,
    String workerEuid,
    String leaseEuid,
    StatePrecondition expect,
    boolean override,
    String reason,
    @JsonInclude(JsonInclude.Include.NON_NULL) JsonNode metadata)
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

  public static Release read(RequestFields f, RequestMeta meta) {
    f.text("subject_euid");
    return new Release(
        meta,
        f.text("worker_euid"),
        f.text("lease_euid"),
        StatePrecondition.read(f),
        f.isTrue("override"),
        f.text("reason"),
        f.json("metadata"));
  }

  @Override
  public void check(FieldChecks c) {
    checkHolder(c);
    SharedChecks.metadata(c, metadata);
  }
}
