package io.tapline.testkit.server;

import io.tapline.client.worker.WorkerFigures;

/** Numbers of attempts by ending. */
public record Drained(long completed, long failed) {

  static final Drained NOTHING = new Drained(0, 0);

  Drained plus(WorkerFigures.Snapshot figures) {
    return new Drained(completed + figures.completed(), failed + figures.failed());
  }
}
