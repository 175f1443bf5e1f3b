package io.tapline.engine.model;

/** Whether tasks of a registered job can be submitted. */
public enum JobStatus {
  ACTIVE,
  /** No worker can execute the job and no task waits for it; its history stays. */
  DELETED
}
