package io.tapline.engine.model;

/**
 * What a worker is allowed to do. OFFLINE is never stored: it is a stale heartbeat, or a last one.
 */
public enum WorkerStatus {
  ONLINE,
  OFFLINE,
  DRAINING,
  DISABLED,
  RETIRED
}
