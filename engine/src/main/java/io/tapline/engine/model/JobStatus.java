package io.tapline.engine.model;

/** Whether a registered job can be asked for. */
public enum JobStatus {
  ACTIVE,
  /** Nobody can do it any more and nobody waits for it; its history stays. */
  DELETED
}
