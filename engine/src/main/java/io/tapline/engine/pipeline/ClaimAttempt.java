package io.tapline.engine.pipeline;

import io.tapline.api.ClaimAnswer;
import io.tapline.engine.model.Queue;
import java.util.Set;

/** What one attempt at a claim, in one transaction, came to. */
sealed interface ClaimAttempt {

  /** There were subjects, and the worker has them; or had them before, when it is a replay. */
  record Granted(ClaimAnswer answer) implements ClaimAttempt {}

  /** At one instant nothing was claimable for this worker. */
  record NoWork() implements ClaimAttempt {}

  /** The worker may have no work, whichever queue is asked. */
  record NotEligible() implements ClaimAttempt {}

  /** Something is there, or may be: another was quicker, or has it locked. */
  record Missed() implements ClaimAttempt {}

  /** Something has to be done first, in a transaction of its own; then the claim is repeated. */
  sealed interface Blocked extends ClaimAttempt {}

  /** The queue has a lapse to settle, or delayed subjects that have become ready. */
  record UpkeepNeeded(Queue queue, boolean lapsed, boolean matured) implements Blocked {}

  /** Subjects that were to be granted have leases that have lapsed. */
  record LapsesFound(Set<String> leaseEuids) implements Blocked {}
}
