package io.tapline.engine.decide;

/** The lease protocol as it is, and with one of its rules left out at a time. */
enum ProtocolVariant {
  /** As it is. */
  RIGHT,
  /** A verb counts for whatever lease the subject has now, not for the one it names. */
  NO_FENCING,
  /** A verb counts for the lease that its worker has now, though it names an older one. */
  FENCED_BY_WORKER_ONLY,
  /**
   * Whether a lease has lapsed is judged by the clock of its worker, which stood still meanwhile.
   */
  LAPSE_BY_WORKERS_CLOCK,
  /** Whether a lease has lapsed is judged by the server's own clock, and one server's is fast. */
  LAPSE_BY_SERVERS_CLOCK,
  /** A lease that was settled as lapsed is still good for its holder. */
  STATUS_NOT_CHECKED,
  /** A claim is decided on what was read before the subject was locked. */
  CLAIM_WITHOUT_SECOND_LOOK,
  /** A lapse is settled as it was seen before the subject was locked. */
  SETTLE_WITHOUT_SECOND_LOOK,
  /** Answers are not stored. */
  REPLAY_NOT_REMEMBERED,
  /** The stored answer is read before the subject is locked, and not again. */
  REPLAY_LOOKED_UP_ONCE,
  /** A lapse costs no attempt. */
  LAPSE_FREE_OF_CHARGE,
  /** Tokens of ended leases are used again. */
  TOKENS_REUSED,
  /** A lapsed lease protects until somebody settles it, and nobody does. */
  LAPSE_STILL_PROTECTS
}
