package io.tapline.client.testkit;

import io.tapline.client.worker.WorkerFigures;

/** How many attempts were made, and how they ended. */
public record Drained(long completed, long failed) {

  static final Drained NOTHING = new Drained(0, 0);

  Drained plus(WorkerFigures.Snapshot figures) {
    return new Drained(completed + figures.completed(), failed + figures.failed());
  }
}
