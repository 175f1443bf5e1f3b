package io.tapline.engine.model;

import io.tapline.api.ResolutionState;

/** A stored dead letter. */
public record DeadLetter(long uid, String euid, DeadLetterNote note) {

  public boolean open() {
    return note.resolutionState() == ResolutionState.OPEN;
  }

  public DeadLetter with(DeadLetterNote changed) {
    return new DeadLetter(uid, euid, changed);
  }
}
