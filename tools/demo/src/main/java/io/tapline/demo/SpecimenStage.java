package io.tapline.demo;

/** The stage of a seeded specimen, and its status there. */
enum SpecimenStage {
  RECEIVED(55, 0, Standing.WAITS),
  STOPPED_BY_OFFICE(5, 0, Standing.HELD),
  WITHDRAWN(3, 0, Standing.CANCELED),
  UNUSABLE(4, 0, Standing.DEAD),
  TO_BE_TRIED_AGAIN(5, 0, Standing.RETRIES),
  EXTRACTED(24, 1, Standing.WAITS),
  LOW_YIELD(6, 1, Standing.FAILED_QC),
  PASSED(24, 2, Standing.WAITS),
  NOT_PREPARABLE(3, 2, Standing.DEAD),
  PREPARED(16, 3, Standing.WAITS),
  DIMERS(3, 3, Standing.FAILED_QC),
  TO_BE_POOLED(12, 4, Standing.WAITS),
  POOLED(16, 4, Standing.POOLED),
  SEQUENCED(24, 4, Standing.SEQUENCED);

  enum Standing {
    WAITS,
    HELD,
    CANCELED,
    DEAD,
    RETRIES,
    FAILED_QC,
    POOLED,
    SEQUENCED
  }

  private final int specimens;
  private final int steps;
  private final Standing standing;

  SpecimenStage(int specimens, int steps, Standing standing) {
    this.specimens = specimens;
    this.steps = steps;
    this.standing = standing;
  }

  /** Number of seeded specimens. */
  int specimens() {
    return specimens;
  }

  /** Number of completed steps of the four before pooling. */
  int steps() {
    return steps;
  }

  Standing standing() {
    return standing;
  }
}
