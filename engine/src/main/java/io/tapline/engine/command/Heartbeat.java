package io.tapline.engine.command;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.engine.model.ActionKey;
import java.time.Instant;

/**
 * A heartbeat of a worker; the answer contains the leases that it has lost.
 *
 * @param ending whether it is the last one: the process ends, and the worker is OFFLINE from now on
 */
@RecordBuilder
public record Heartbeat(
    RequestMeta meta,
    String workerEuid,
    Instant lastErrorAt,
    String lastErrorClass,
    String host,
    String processIdentity,
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

  public static Heartbeat read(RequestFields f, RequestMeta meta) {
    return new Heartbeat(
        meta,
        f.text("worker_euid"),
        f.time("last_error_at"),
        f.text("last_error_class"),
        f.text("host"),
        f.text("process_identity"),
        f.isTrue("ending"),
        WorkerPrecondition.read(f));
  }

  @Override
  public void check(FieldChecks c) {
    c.required("worker_euid", workerEuid, Limits.KEY)
        .time("last_error_at", lastErrorAt)
        .text("last_error_class", lastErrorClass, Limits.NAME)
        .text("host", host, Limits.NAME)
        .text("process_identity", processIdentity, Limits.NAME);
  }
}
