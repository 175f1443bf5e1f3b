package io.tapline.client.worker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A server that answers what the test wants, when the test wants it. */
final class FakePort implements WorkPort {

  final BlockingQueue<Claimed> work = new LinkedBlockingQueue<>();
  final List<ClaimRequest> claims = Collections.synchronizedList(new ArrayList<>());
  final BlockingQueue<Completion> completions = new LinkedBlockingQueue<>();

  /** A completion is acknowledged only once this is open. */
  volatile CountDownLatch completing = new CountDownLatch(0);

  static Claimed claimed(String subject) {
    return new Claimed(
        subject, "q", null, 1, 1, "L-" + subject, "R-" + subject, Duration.ofMinutes(1), null);
  }

  @Override
  public void requireQueue(String queueKey) {}

  @Override
  public String register(Registration worker) {
    return "W-1";
  }

  @Override
  public List<Claimed> claim(ClaimRequest request) {
    claims.add(request);
    try {
      var one = work.poll(1, TimeUnit.SECONDS);
      return one == null ? List.of() : List.of(one);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    }
  }

  @Override
  public List<Verdict> renew(String workerEuid, List<Lease> leases) {
    return accepted(leases);
  }

  @Override
  public List<Verdict> complete(String workerEuid, List<Completion> some) {
    completions.addAll(some);
    try {
      completing.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return accepted(some);
  }

  @Override
  public List<Verdict> fail(String workerEuid, List<Failure> failures) {
    return accepted(failures);
  }

  @Override
  public List<Verdict> release(String workerEuid, List<Lease> leases, String reason) {
    return accepted(leases);
  }

  @Override
  public List<Verdict> progress(String workerEuid, List<Progress> notes) {
    return accepted(notes);
  }

  @Override
  public Vitals heartbeat(String workerEuid) {
    return new Vitals(List.of(), List.of(), List.of());
  }

  private static List<Verdict> accepted(List<?> items) {
    return Collections.nCopies(items.size(), Verdict.ACCEPTED);
  }
}
