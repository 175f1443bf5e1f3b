package io.tapline.engine.pipeline.claim;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Refusal;
import io.tapline.engine.model.Queue;
import java.util.Set;

/** The result of one attempt at a claim in one transaction. */
public sealed interface ClaimAttempt {

  /** The answer to the claim: a grant, its replay, or no work for a worker that may have none. */
  record Answered(ClaimAnswer answer) implements ClaimAttempt {}

  record Refused(Refusal refusal) implements ClaimAttempt {}

  /** At one instant nothing was claimable for this worker. */
  record NoWork() implements ClaimAttempt {}

  /** Work may exist, but other transactions have it, or its worker, locked. */
  record Missed() implements ClaimAttempt {}

  /** Other transactions have to run first; then the claim is repeated. Nothing was granted. */
  sealed interface Blocked extends ClaimAttempt {}

  /** The queue has a lapse to settle, or delayed subjects that have become ready. */
  record UpkeepNeeded(Queue queue, boolean lapsed, boolean matured) implements Blocked {}

  /** The leases of the chosen subjects have lapsed. */
  record LapsesFound(Set<String> leaseEuids) implements Blocked {}
}
