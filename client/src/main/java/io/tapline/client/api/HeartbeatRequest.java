package io.tapline.client.api;

import java.time.Instant;

/** Reports that a worker is alive. */
public final class HeartbeatRequest extends ActionRequest<HeartbeatRequest> {

  private HeartbeatRequest() {}

  public static HeartbeatRequest of(String workerEuid) {
    return new HeartbeatRequest().set("worker_euid", workerEuid);
  }

  /** Time of the worker's last error. */
  public HeartbeatRequest lastErrorAt(Instant value) {
    return set("last_error_at", value);
  }

  public HeartbeatRequest lastErrorClass(String value) {
    return set("last_error_class", value);
  }

  public HeartbeatRequest host(String value) {
    return set("host", value);
  }

  /** Identifies one start of one process. */
  public HeartbeatRequest processIdentity(String value) {
    return set("process_identity", value);
  }

  /** The last heartbeat: the worker counts as OFFLINE from now on. */
  public HeartbeatRequest ending(boolean value) {
    return set("ending", value);
  }
}
