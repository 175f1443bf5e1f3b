package io.tapline.engine.model;

/** A hold stands until it is released. */
public enum HoldStatus {
  ACTIVE,
  RELEASED
}
