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

  List<ItemVerdict> complete(String workerEuid, List<CompletionReport> completions);

  /**
   * The same, and more work in the same call, once these have ended; it does not wait for any. A
   * way that cannot do both at once does the first, and the runtime claims by itself.
   */
  default ReportOutcome complete(
      String workerEuid, List<CompletionReport> completions, ClaimRequest next) {
    return new ReportOutcome(complete(workerEuid, completions), List.of());
  }

  List<ItemVerdict> perform(String workerEuid, List<ActionReport> performances);

  List<ItemVerdict> fail(String workerEuid, List<FailureReport> failures);

  /** The same, and more work in the same call, as with completions. */
  default ReportOutcome fail(String workerEuid, List<FailureReport> failures, ClaimRequest next) {
    return new ReportOutcome(fail(workerEuid, failures), List.of());
  }

  /** The work goes back to its queue, and it costs no attempt. */
  List<ItemVerdict> release(String workerEuid, List<HeldLease> leases, String reason);

  List<ItemVerdict> progress(String workerEuid, List<ProgressReport> notes);

  HeartbeatAnswer heartbeat(String workerEuid);

  /** The last heartbeat: the worker is offline from now on, and not only once it was silent. */
  HeartbeatAnswer leave(String workerEuid);
}
