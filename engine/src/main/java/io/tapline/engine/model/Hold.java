package io.tapline.engine.model;

/** A stored hold. */
public record Hold(long uid, String euid, HoldNote note) {

  public boolean active() {
    return note.status() == HoldStatus.ACTIVE;
  }

  public Hold with(HoldNote changed) {
    return new Hold(uid, euid, changed);
  }
}
