package io.tapline.client.worker;

import io.tapline.api.request.Claim;
import io.tapline.api.request.Command;
import io.tapline.api.request.Complete;
import io.tapline.api.request.LeaseCommand;
import io.tapline.api.request.RegisterWorker;
import io.tapline.api.request.Release;
import io.tapline.client.error.Problem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A server that answers what the test wants, when the test wants it. */
final class FakePort implements WorkPort {

  final BlockingQueue<ClaimedSubject> work = new LinkedBlockingQueue<>();
  final List<Claim> claims = new CopyOnWriteArrayList<>();
  final BlockingQueue<Complete> completions = new LinkedBlockingQueue<>();

  final List<RegisterWorker> registrations = new CopyOnWriteArrayList<>();
  final List<String> left = new CopyOnWriteArrayList<>();
  final List<HeldLease> renewals = new CopyOnWriteArrayList<>();

  final List<Release> releases = new CopyOnWriteArrayList<>();

  /** The results of each call, in their order. */
  final List<List<Command>> reports = new CopyOnWriteArrayList<>();

  /** Each is thrown by one report that asks for nothing. */
  final BlockingQueue<RuntimeException> reportFaults = new LinkedBlockingQueue<>();

  /** Refusals of results, by the key of the result. */
  final Map<String, Problem> refusals = new ConcurrentHashMap<>();

  /** Claims that came with reports, and the work that the port grants to them. */
  final List<Claim> nexts = new CopyOnWriteArrayList<>();

  final BlockingQueue<ClaimedSubject> nextWork = new LinkedBlockingQueue<>();

  /** Each is thrown by one report that asks for more. */
  final BlockingQueue<RuntimeException> nextFaults = new LinkedBlockingQueue<>();

  /** Each is thrown by one claim. */
  final BlockingQueue<RuntimeException> claimFaults = new LinkedBlockingQueue<>();

  /** Every renewal ends like this, unless it is null. */
  volatile RuntimeException renewFault;

  /** A report is acknowledged only once this is open. */
  volatile CountDownLatch completing = new CountDownLatch(0);

  static ClaimedSubject claimed(String subject) {
    return claimed(subject, Duration.ofMinutes(1));
  }

  static ClaimedSubject claimed(String subject, Duration ttl) {
    return claimed(subject, ttl, Duration.ZERO);
  }

  static ClaimedSubject claimed(String subject, Duration ttl, Duration heartbeatInterval) {
    return ClaimedSubjectBuilder.builder()
        .subjectEuid(subject)
        .queueKey("q")
        .attemptNumber(1)
        .fencingToken(1)
        .leaseEuid("L-" + subject)
        .recordEuid("R-" + subject)
        .ttl(ttl)
        .heartbeatInterval(heartbeatInterval)
        .build();
  }

  @Override
  public void requireQueue(String queueKey) {}

  @Override
  public String register(RegisterWorker worker) {
    registrations.add(worker);
    return "W-" + registrations.size();
  }

  @Override
  public List<ClaimedSubject> claim(Claim claim, Duration patience) {
    claims.add(claim);
    var fault = claimFaults.poll();
    if (fault != null) {
      throw fault;
    }
    try {
      var one = work.poll(1, TimeUnit.SECONDS);
      return one == null ? List.of() : List.of(one);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    }
  }

  @Override
  public List<ItemVerdict> renew(String workerEuid, List<HeldLease> leases) {
    renewals.addAll(leases);
    if (renewFault != null) {
      throw renewFault;
    }
    return accepted(leases);
  }

  @Override
  public ReportOutcome report(List<? extends Command> results, Claim next) {
    reports.add(List.copyOf(results));
    if (next != null) {
      nexts.add(next);
    }
    var fault = next == null ? reportFaults.poll() : nextFaults.poll();
    if (fault != null) {
      throw fault;
    }
    for (var result : results) {
      if (result instanceof Complete completion) {
        completions.add(completion);
      } else if (result instanceof Release release) {
        releases.add(release);
      }
    }
    try {
      completing.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    var claimed = new ArrayList<ClaimedSubject>();
    if (next != null) {
      nextWork.drainTo(claimed, next.maxItems());
    }
    return new ReportOutcome(results.stream().map(this::verdict).toList(), claimed);
  }

  private ItemVerdict verdict(Command result) {
    var problem = refusals.get(result.meta().idempotencyKey());
    return problem == null ? ItemVerdict.ACCEPTED : ItemVerdict.refused(problem);
  }

  @Override
  public List<ItemVerdict> progress(List<? extends LeaseCommand> notes) {
    return accepted(notes);
  }

  @Override
  public HeartbeatAnswer heartbeat(String workerEuid) {
    return new HeartbeatAnswer(List.of(), List.of(), List.of());
  }

  @Override
  public HeartbeatAnswer leave(String workerEuid) {
    left.add(workerEuid);
    return heartbeat(workerEuid);
  }

  private static List<ItemVerdict> accepted(List<?> items) {
    return Collections.nCopies(items.size(), ItemVerdict.ACCEPTED);
  }
}
