package io.tapline.engine.model;

/** Whether a hold stands on a subject, or stood when it was cancelled. */
public enum HoldState {
  NONE,
  ACTIVE,
  TERMINAL
}
