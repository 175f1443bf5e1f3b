package io.tapline.engine.model;

/** Whether a job has an active hold. TERMINAL: the job was cancelled while it was held. */
public enum HoldState {
  NONE,
  ACTIVE,
  TERMINAL
}
