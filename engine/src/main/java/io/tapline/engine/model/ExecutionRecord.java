package io.tapline.engine.model;

/** An execution record as it stands in the store. */
public record ExecutionRecord(long uid, String euid, Attempt attempt) {

  public ExecutionRecord with(Attempt changed) {
    return new ExecutionRecord(uid, euid, changed);
  }
}
