package io.tapline.api;

/** OFFLINE is never stored: it is derived from a stale heartbeat or an ended process. */
public enum WorkerStatus {
  ONLINE,
  OFFLINE,
  DRAINING,
  DISABLED,
  RETIRED
}
