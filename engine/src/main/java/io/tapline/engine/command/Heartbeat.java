package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;
import java.time.Instant;

/** The worker is alive; the answer tells what it has lost. */
public record Heartbeat(
    Meta meta,
    String workerEuid,
    Instant lastErrorAt,
    String lastErrorClass,
    String host,
    String processIdentity,
    WorkerExpect expect)
    implements WorkerCommand {

  /** However the worker stands. */
  public Heartbeat(
      Meta meta,
      String workerEuid,
      Instant lastErrorAt,
      String lastErrorClass,
      String host,
      String processIdentity) {
    this(meta, workerEuid, lastErrorAt, lastErrorClass, host, processIdentity, null);
  }

  @Override
  public ActionKey action() {
    return ActionKey.HEARTBEAT_WORKER;
  }
}
