package io.tapline.client.worker;

import io.tapline.client.error.TaplineException;
import java.util.List;

/**
 * The worker runtime's connection to Tapline: HTTP, gRPC, or an engine in the same process. Every
 * call returns within a bounded time and tries once; the runtime waits and retries. A call that may
 * succeed later throws a {@linkplain TaplineException#passing() passing} exception; a list of
 * verdicts has the length and the order of the request.
 */
public interface WorkPort {

  /** Maximum number of items of one call. */
  int BATCH = 500;

  /** Throws if the queue does not exist. */
  void requireQueue(String queueKey);

  /** Returns the worker's EUID. */
  String register(WorkerRegistration worker);

  /** Returns started jobs, at most the requested number; empty when no job is ready. */
  List<ClaimedSubject> claim(ClaimRequest request);

  /** Extends each lease to its full term from now. */
  List<ItemVerdict> renew(String workerEuid, List<HeldLease> leases);

  /**
   * Reports the outcomes of jobs, each with its own verdict. With {@code next} the call then also
   * claims jobs, without waiting for them. A port that cannot claim in a report returns no jobs,
   * and the runtime claims separately.
   *
   * @param results of one worker, at least one
   * @param next null: no claim
   */
  ReportOutcome report(String workerEuid, List<? extends ResultReport> results, ClaimRequest next);

  List<ItemVerdict> progress(String workerEuid, List<ProgressReport> notes);

  HeartbeatAnswer heartbeat(String workerEuid);

  /** The last heartbeat: the worker is offline at once instead of after its heartbeat TTL. */
  HeartbeatAnswer leave(String workerEuid);
}
