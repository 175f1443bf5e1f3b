package io.tapline.client.worker;

import io.tapline.api.request.Claim;
import io.tapline.api.request.Command;
import io.tapline.api.request.Complete;
import io.tapline.api.request.Fail;
import io.tapline.api.request.LeaseCommand;
import io.tapline.api.request.PerformAction;
import io.tapline.api.request.RegisterWorker;
import io.tapline.api.request.Release;
import io.tapline.client.error.TaplineException;
import java.time.Duration;
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
  String register(RegisterWorker worker);

  /**
   * Returns started jobs, at most the requested number; empty when no job is ready.
   *
   * @param claim its key stays the same until an answer arrives, so that no job is lost with an
   *     answer
   * @param patience maximum wait while no job is ready
   */
  List<ClaimedSubject> claim(Claim claim, Duration patience);

  /** Extends each lease to its full term from now. */
  List<ItemVerdict> renew(String workerEuid, List<HeldLease> leases);

  /**
   * Reports the outcomes of jobs, each with its own verdict. With {@code next} the call then also
   * claims jobs, without waiting for them. A port that cannot claim in a report returns no jobs,
   * and the runtime claims separately.
   *
   * @param results {@link Complete}, {@link Fail}, {@link Release} and {@link PerformAction} of one
   *     worker, at least one
   * @param next null: no claim
   */
  ReportOutcome report(List<? extends Command> results, Claim next);

  /** Reports the progress of jobs of one worker. */
  List<ItemVerdict> progress(List<? extends LeaseCommand> notes);

  HeartbeatAnswer heartbeat(String workerEuid);

  /** The last heartbeat: the worker is offline at once instead of after its heartbeat TTL. */
  HeartbeatAnswer leave(String workerEuid);
}
