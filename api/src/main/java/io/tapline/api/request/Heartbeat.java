package io.tapline.api.request;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ActionKey;
import io.tapline.api.Limits;
import io.tapline.api.WireField;
import java.time.Instant;

/**
 * A heartbeat of a worker; the answer contains the leases that it has lost.
 *
 * @param ending whether it is the last one: the process ends, and the worker is OFFLINE from now on
 */
@RecordBuilder
public record Heartbeat(
    RequestMeta meta,
    @CommonFields.Worker String workerEuid,
    @WireField(about = "the time of the last error") Instant lastErrorAt,
    @WireField(length = Limits.NAME, about = "the last error") String lastErrorClass,
    @CommonFields.Host String host,
    @CommonFields.ProcessIdentity String processIdentity,
    @WireField(about = "true for the last heartbeat: the worker is OFFLINE from now on")
        boolean ending,
    WorkerPrecondition expect)
    implements WorkerCommand {

  public static Heartbeat last(RequestMeta meta, String workerEuid) {
    return HeartbeatBuilder.builder().meta(meta).workerEuid(workerEuid).ending(true).build();
  }

  @Override
  public ActionKey action() {
    return ActionKey.HEARTBEAT_WORKER;
  }
}
