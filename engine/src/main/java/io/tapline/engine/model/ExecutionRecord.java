package io.tapline.engine.model;

/** A stored execution record. */
public record ExecutionRecord(long uid, String euid, Attempt attempt) {

  public ExecutionRecord with(Attempt changed) {
    return new ExecutionRecord(uid, euid, changed);
  }
}
