package io.tapline.client.api;

import java.time.Instant;

/** A worker is alive. */
public final class HeartbeatRequest extends ActionRequest<HeartbeatRequest> {

  private HeartbeatRequest() {}

  /** This one. */
  public static HeartbeatRequest of(String workerEuid) {
    return new HeartbeatRequest().set("worker_euid", workerEuid);
  }

  /** When it last failed at something. */
  public HeartbeatRequest lastErrorAt(Instant value) {
    return set("last_error_at", value);
  }

  /** What that was. */
  public HeartbeatRequest lastErrorClass(String value) {
    return set("last_error_class", value);
  }

  /** Where it runs. */
  public HeartbeatRequest host(String value) {
    return set("host", value);
  }

  /** One start of one process. */
  public HeartbeatRequest processIdentity(String value) {
    return set("process_identity", value);
  }

  /** Its last one: the worker counts as OFFLINE from now on. */
  public HeartbeatRequest ending(boolean value) {
    return set("ending", value);
  }
}
