package io.tapline.server.grpc;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Limits;
import io.tapline.api.request.Claim;
import io.tapline.grpc.v1.Demand;
import io.tapline.server.http.ProblemException;

/**
 * The demand of a stream's worker, and its claims: each has the key of the demand and a number. The
 * stream's lock guards it.
 */
final class StreamDemand {

  /** More than any worker has slots for. */
  private static final int MOST = 10_000;

  private Demand first;
  private String key;
  private int outstanding;
  private int claims;

  /** The size of the running claim; it stays if the demand is withdrawn. */
  private int requested;

  /**
   * The next size to try for a claim of a broken stream; 0 when there is none. A claim with a used
   * key is a replay only if its size is equal, and the size that the broken stream used depends on
   * the assignments it had received by then.
   */
  private int probed;

  /**
   * @param claiming whether a claim is running, which keeps its key
   */
  void add(Demand more, boolean claiming) {
    if (more.getWithdraw()) {
      if (more.getSlots() != 0 || first == null) {
        throw ProblemException.invalid(
            "withdraw", "must be sent without slots, on a stream that has requested some before");
      }
      outstanding = 0;
      return;
    }
    if (more.getSlots() < 1) {
      throw ProblemException.invalid("slots", more.getSlots() + " is below 1");
    }
    if (outstanding + (long) more.getSlots() > MOST) {
      throw ProblemException.invalid("slots", "more than " + MOST + " slots would be outstanding");
    }
    if (first == null) {
      first = more;
    } else if (!more.getWorkerEuid().isEmpty()
        && !more.getWorkerEuid().equals(first.getWorkerEuid())) {
      throw ProblemException.invalid(
          "worker_euid",
          "a stream belongs to one worker; open another stream for " + more.getWorkerEuid());
    }
    if (outstanding == 0 && !claiming && !more.getIdempotencyKey().isEmpty() || key == null) {
      key = GrpcMessages.key(more.getIdempotencyKey());
      claims = 0;
      probed = 0;
    }
    outstanding += more.getSlots();
  }

  boolean known() {
    return first != null;
  }

  String workerEuid() {
    return first.getWorkerEuid();
  }

  boolean none() {
    return outstanding == 0;
  }

  /** Begins the next claim. */
  void ask() {
    requested = probed > 0 ? probed : Math.min(outstanding, Limits.CLAIM);
  }

  /** The running claim. */
  Claim claim() {
    return (Claim) GrpcMessages.claim(first, requested, key, claims);
  }

  /**
   * Ends the running claim.
   *
   * @param sent number of its assignments that were sent; for a replay, those with a live lease
   */
  void served(ClaimAnswer answer, int sent) {
    // Demand that was withdrawn during the claim was not subtracted before.
    outstanding = Math.max(0, outstanding - sent);
    probed = 0;
    claims += answer.claims().isEmpty() ? 0 : 1;
  }

  /**
   * Handles a claim that was refused because a broken stream used its key and number for another
   * size.
   *
   * @return whether there is another claim to try: with another size, or with the next number
   */
  boolean probe() {
    if (claims == 0) {
      return false;
    }
    probed = probed > 0 ? probed - 1 : Math.min(first.getSlots(), Limits.CLAIM);
    if (probed == 0) {
      claims++;
    }
    return true;
  }
}
