package io.tapline.client.worker;

import io.tapline.client.error.TaplineException;
import java.util.List;

/**
 * What the worker runtime needs of a Tapline, whichever way there is: HTTP, or an engine in the
 * same process. Every call answers within a bounded time and tries once: the runtime itself waits
 * and repeats. A call that may go well later throws an exception that says so ({@link
 * TaplineException#passing()}); lists of verdicts are as long as, and in the order of, what was
 * sent.
 */
public interface WorkPort {

  /** The most items that one call takes. */
  int BATCH = 500;

  /** Throws when there is no such queue. */
  void requireQueue(String queueKey);

  /** The worker's EUID. */
  String register(WorkerRegistration worker);

  /** Work that has begun, at most as much as was asked for; empty when there is none. */
  List<ClaimedSubject> claim(ClaimRequest request);

  /** Each lease lasts its whole time from now. */
  List<ItemVerdict> renew(String workerEuid, List<HeldLease> leases);

  /**
   * How work ended, each piece in its own way and with a verdict of its own. With {@code next} the
   * same call claims more work once these have ended; it does not wait for work. A port that cannot
   * claim beside these results returns none, and the runtime claims in a call of its own.
   *
   * @param results of one worker, at least one
   * @param next null: no work is asked for
   */
  ReportOutcome report(String workerEuid, List<? extends ResultReport> results, ClaimRequest next);

  List<ItemVerdict> progress(String workerEuid, List<ProgressReport> notes);

  HeartbeatAnswer heartbeat(String workerEuid);

  /** The last heartbeat: the worker is offline from now on, and not only once it was silent. */
  HeartbeatAnswer leave(String workerEuid);
}
