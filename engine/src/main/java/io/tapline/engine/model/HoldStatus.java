package io.tapline.engine.model;

public enum HoldStatus {
  ACTIVE,
  RELEASED
}
