package io.tapline.engine.pipeline;

/**
 * Undoes a shared transaction, of which some may be written already (endings, others' grants), and
 * says what has to be done before it is repeated. A value would commit that part.
 */
final class ClaimRollback extends RuntimeException {

  private final transient ClaimAttempt.Blocked blocked;

  ClaimRollback(ClaimAttempt.Blocked blocked) {
    super(null, null, false, false);
    this.blocked = blocked;
  }

  ClaimAttempt.Blocked blocked() {
    return blocked;
  }
}
